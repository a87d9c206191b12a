import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createMasker, record, type SecretKind } from '../masking.js'
import { encodings, holds, places } from './canaries.fixture.js'

/** What must never be kept: each in every encoding, at every place. */
const secrets: readonly (readonly [kind: SecretKind, value: string])[] = [
  ['access_token', 'canary0a1b2c3d4e5f60718293a4b5c6d7e8f'],
  ['access_token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjYW5hcnkifQ.c2lnbmF0dXJlLW9m-YSBjYW5hcnk_'],
  ['refresh_token', 'Canary/Refresh+Token=='],
  ['client_secret', 'cs_canary-0099~aa.bb'],
  ['api_key', 'CANARY0KEY0123456789'],
  ['secret', 'canário çom "aspas" & <sinais> %41\\n'],
  ['secret', '9081726354433221'],
  ['code', 'cana3y'],
]
const persons: readonly string[] = [
  'maria.canario@exemplo.com.br',
  '529.982.247-25',
  '11.222.333/0001-81',
  '12.ABC.345/01DE-35',
  '+55 (11) 91234-5678',
]
/** Beside a letter it is part of another word, beside bytes that are no text there is no text, and in lower case it is the same. */
const NOT_FOR_PERSONS = ['base64, one byte before', 'base64, two bytes before', 'lower case']
/** There nothing but known values is masked: the homologation's hash may look like anything. */
const KNOWN_ALONE = ['hash header', 'answer header name']

const everyEncoding = Object.entries(encodings)
const everyPlace = Object.entries(places)

function leaksOf(
  value: string,
  kind: SecretKind | null,
  but: readonly string[] = [],
): { tried: number; leaked: string[] } {
  const leaked: string[] = []
  let tried = 0
  for (const [encoding, encode] of everyEncoding) {
    for (const [place, at] of everyPlace) {
      if (but.includes(encoding) || but.includes(place)) continue
      const masker = createMasker()
      if (kind) masker.register(kind, value)
      const written = encode(value)
      tried++
      if (holds(record(at(written), masker), written)) leaked.push(`${encoding}, ${place}`)
    }
  }
  return { tried, leaked }
}

describe('no canary leaks', () => {
  it.each(secrets)('%s %s', (kind, value) => {
    expect(leaksOf(value, kind).leaked).toEqual([])
  })

  it.each(persons)('%s, whom nobody registered', (value) => {
    expect(leaksOf(value, null, [...NOT_FOR_PERSONS, ...KNOWN_ALONE]).leaked).toEqual([])
  })

  it('in as many tries as docs/safety.md says', () => {
    const known = secrets.length * everyEncoding.length * everyPlace.length
    const unknown =
      persons.length *
      (everyEncoding.length - NOT_FOR_PERSONS.length) *
      (everyPlace.length - KNOWN_ALONE.length)
    const safety = readFileSync(resolve(import.meta.dirname, '../../../docs/safety.md'), 'utf8')
    expect(safety).toContain(
      `| ${secrets.length} secrets × ${everyEncoding.length} encodings × ${everyPlace.length} places | ${known} | 0 |`,
    )
    expect(safety).toContain(
      `| ${persons.length} persons whom nobody registered, where text is text | ${unknown} | 0 |`,
    )
    expect(known + unknown).toBeGreaterThan(3_000)
  })
})
