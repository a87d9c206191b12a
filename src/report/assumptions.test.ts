import { describe, expect, it } from 'vitest'
import { bling, type Profile, spec } from '../specification/profile.js'
import { type Lang, langs, loadCatalogue } from '../words/catalogue.js'
import { assumedBy, sayAssumptions } from './assumptions.js'

async function assumptionsOf(profile: Profile, lang: Lang): Promise<string[]> {
  const catalogue = await loadCatalogue(lang)
  return sayAssumptions(assumedBy(profile, catalogue), { catalogue, lang })
}

describe('sayAssumptions', () => {
  it('says every assumption of a profile in words, with its values, in both languages', async () => {
    for (const profile of [spec, bling]) {
      for (const lang of langs) {
        const said = await assumptionsOf(profile, lang)
        expect(said).toHaveLength(profile.assumptions.length)
        for (const [i, sentence] of said.entries()) {
          expect(sentence).not.toBe(profile.assumptions[i])
          expect(sentence).not.toMatch(/[{}]|—/)
        }
      }
    }
  })

  it('names the value of the user where a profile changes one', async () => {
    const own: Profile = { ...bling, hash: { ...bling.hash, header: 'x-other' } }
    expect(await assumptionsOf(own, 'en')).toContain('the hash header is x-other')
    expect(await assumptionsOf(own, 'pt-BR')).toContain('o cabeçalho do hash é x-other')
  })

  it('names the rate of the user, where he gave one', async () => {
    const own: Profile = { ...spec, rate: { ...spec.rate, perSecond: 200 } }
    expect(await assumptionsOf(own, 'en')).toContain(
      'our own run sends a live account at most 200 requests a second',
    )
  })

  it('names a value that chooses a plural form', async () => {
    const catalogue = await loadCatalogue('en')
    const sentence = '{perSecond, plural, one {# request} other {# requests}} a second'
    const plural = { ...catalogue, ui: { ...catalogue.ui, 'assumption.rate': sentence } }
    const assumed = assumedBy({ ...bling, assumptions: ['rate'] }, plural)
    expect(assumed).toEqual([{ code: 'rate', values: { perSecond: 3 } }])
    expect(sayAssumptions(assumed, { catalogue: plural, lang: 'en' })).toEqual(['3 requests a second'])
  })

  it('leaves a sentence of the user as written', async () => {
    const own: Profile = { ...spec, assumptions: ['our gateway adds {x}'] }
    expect(await assumptionsOf(own, 'pt-BR')).toEqual(['our gateway adds {x}'])
  })

  it('names what even the profile of the specification sends and goes by', async () => {
    expect(await assumptionsOf(spec, 'en')).toEqual([
      'our own run sends "Copo" as the text that step 3 changes',
      'step 4 sends the situation "I"',
      'a revoked token gets 401, or 400 with `invalid_token, expired, expirado, unauthorized, token`',
      'a limit that was hit gets 429, or 400 with `tempo limite`',
      'a missing scope is refused with 403 and `insufficient_scope`',
      'our own run sends a live account at most 3 requests a second',
    ])
  })

  it.each([spec, bling])(
    'leaves no value of $name unnamed that the specification does not show',
    (profile) => {
      const named = (...codes: string[]) => codes.some((code) => profile.assumptions.includes(code))
      const { change, situation, deadToken, limitHit, rate, service } = profile
      expect(named('text-sent', 'change')).toBe(change.sends !== '')
      expect(named('situation')).toBe(situation.sends !== '')
      expect(named('dead-token')).toBe(deadToken.markers.length > 0)
      expect(named('limit-hit')).toBe(limitHit.markers.length > 0)
      expect(named('rate')).toBe(rate.perSecond !== null)
      expect(named('service-host')).toBe(service !== undefined)
    },
  )
})
