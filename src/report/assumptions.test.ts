import { describe, expect, it } from 'vitest'
import { bling, type Profile, spec } from '../specification/profile.js'
import { langs, loadCatalogue } from '../words/catalogue.js'
import { assumptionsOf } from './assumptions.js'

describe('assumptionsOf', () => {
  it('says every assumption of a profile in words, with its values, in both languages', async () => {
    for (const lang of langs) {
      const said = assumptionsOf(bling, await loadCatalogue(lang), lang)
      expect(said).toHaveLength(bling.assumptions.length)
      for (const [i, sentence] of said.entries()) {
        expect(sentence).not.toBe(bling.assumptions[i])
        expect(sentence).not.toMatch(/[{}]|—/)
      }
    }
  })

  it('names the value of the user where a profile changes one', async () => {
    const own: Profile = { ...bling, hash: { ...bling.hash, header: 'x-other' } }
    expect(assumptionsOf(own, await loadCatalogue('en'), 'en')).toContain('the hash header is x-other')
    expect(assumptionsOf(own, await loadCatalogue('pt-BR'), 'pt-BR')).toContain(
      'o cabeçalho do hash é x-other',
    )
  })

  it('leaves a sentence of the user as written', async () => {
    const own: Profile = { ...spec, assumptions: ['our gateway adds {x}'] }
    expect(assumptionsOf(own, await loadCatalogue('pt-BR'), 'pt-BR')).toEqual(['our gateway adds {x}'])
  })

  it('assumes nothing for the profile of the specification', async () => {
    expect(assumptionsOf(spec, await loadCatalogue('en'), 'en')).toEqual([])
  })
})
