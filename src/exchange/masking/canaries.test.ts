import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createMasker, record, type SecretKind } from '../masking.js'
import { body, encodings, holds, places, raw, responding } from './canaries.fixture.js'

/** Each must never be kept, in every encoding, at every place. */
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
/** Nobody registered them: their form or a name in them tells what they are. */
const unregistered: readonly string[] = [
  'maria.canario@exemplo.com.br',
  '529.982.247-25',
  'CPF 52998224725',
  '11.222.333/0001-81',
  '12.ABC.345/01DE-35',
  '+55 (11) 91234-5678',
  '11 987654321',
  '{"senha":"Zx81kQ0p"}',
]
/** Beside a letter it is part of another word, and in lower case it is the same or no Base64 any more. */
const NOT_UNREGISTERED = ['base64, one byte before', 'base64, two bytes before', 'lower case']
/** There nothing but known values is masked: the homologation's hash may look like anything. */
const KNOWN_ALONE = ['hash header', 'answer header name']

const everyEncoding = Object.entries(encodings)
const everyPlace = Object.entries(places)
const unknownEncodings = everyEncoding.filter(([name]) => !NOT_UNREGISTERED.includes(name))
const unknownPlaces = everyPlace.filter(([name]) => !KNOWN_ALONE.includes(name))

type Encodings = typeof everyEncoding

function leaksOf(
  value: string,
  kind: SecretKind | null,
  tried: Encodings,
  where: typeof everyPlace,
): string[] {
  const leaked: string[] = []
  for (const [encoding, encode] of tried) {
    for (const [place, at] of where) {
      const masker = createMasker()
      if (kind) masker.register(kind, value)
      const written = encode(value)
      if (holds(record(at(written), masker), written)) leaked.push(`${encoding}, ${place}`)
    }
  }
  return leaked
}

describe('no canary leaks', () => {
  it.each(secrets)('%s %s', (kind, value) => {
    expect(leaksOf(value, kind, everyEncoding, everyPlace)).toEqual([])
  })

  it.each(unregistered)('%s, which nobody registered', (value) => {
    expect(leaksOf(value, null, unknownEncodings, unknownPlaces)).toEqual([])
  })

  const NESTED_AT = [
    'answer body, JSON',
    'answer body, text',
    'request body, form',
    'request query',
    'request header',
  ]
  const nestedPlaces = everyPlace.filter(([name]) => NESTED_AT.includes(name))
  const nested: readonly (readonly [SecretKind | null, string])[] = [
    ['access_token', 'Canary0a1b2c3d4e5f60718293a4b5c6d7e8f'],
    [null, 'maria.canario@exemplo.com.br'],
    [null, 'CPF 52998224725.'],
  ]
  const twice: Encodings = unknownEncodings.flatMap(([outer, over]) =>
    unknownEncodings.map(([inner, encode]): [string, (value: string) => string] => [
      `${inner} in ${outer}`,
      (value) => over(encode(value)),
    ]),
  )

  it.each(nested)('in one encoding within another: %s %s', { timeout: 60_000 }, (kind, value) => {
    expect(leaksOf(value, kind, twice, nestedPlaces)).toEqual([])
  })

  it('in as many tries as docs/contributing/safety-tries.md says', () => {
    const known = secrets.length * everyEncoding.length * everyPlace.length
    const unknown = unregistered.length * unknownEncodings.length * unknownPlaces.length
    const both = nested.length * twice.length * nestedPlaces.length
    const safety = readFileSync(
      resolve(import.meta.dirname, '../../../docs/contributing/safety-tries.md'),
      'utf8',
    )
    for (const line of [
      `| ${secrets.length} secrets × ${everyEncoding.length} encodings × ${everyPlace.length} places | ${known} | 0 |`,
      `| ${unregistered.length} persons and passwords that nobody registered, where text is text | ${unknown} | 0 |`,
      `| ${nested.length} of them × ${twice.length} encodings within one another × ${nestedPlaces.length} places | ${both} | 0 |`,
    ])
      expect(safety).toContain(line)
  })
})

const base64 = (text: string | Uint8Array, encoding: BufferEncoding = 'utf8') =>
  (typeof text === 'string' ? Buffer.from(text, encoding) : Buffer.from(text)).toString('base64')
const picture = Uint8Array.from({ length: 300 }, (_, i) => (i * 7919) % 251)
const PIX =
  '00020126330014BR.GOV.BCB.PIX0111529982247255204000053039865802BR5914Maria da Silva6009Sao Paulo62070503***6304ABCD'
const NOTA =
  '<?xml version="1.0"?><NFe xmlns="http://www.portalfiscal.inf.br/nfe"><dest><CPF>52998224725</CPF><xNome>Maria da Silva</xNome></dest></NFe>'

/** The kinds of values that nobody can read by their structure. */
const opaque: Readonly<Record<string, string>> = {
  'a PDF in Base64': base64(`%PDF-1.4\n${'x'.repeat(90)}`),
  'a picture in Base64': base64(picture),
  'a picture in Base64 for addresses': Buffer.from(picture).toString('base64url'),
  'a picture in Base64 with line breaks': (base64(picture).match(/.{1,76}/g) ?? []).join('\r\n'),
  'long Base64 of letters': base64('Maria da Silva, Rua das Flores, 123, Bento Gonçalves'),
  'an invoice in XML': NOTA,
  'an invoice in XML in Base64': base64(NOTA),
  'a Pix code': PIX,
  'a Pix code with a key at random': PIX.replace(
    '0111529982247255',
    '0136123e4567-e12b-12d1-a456-4266554400005',
  ),
}

it.each(Object.entries(opaque))('%s is not kept, and equal ones are told to be equal', (_what, value) => {
  const text = JSON.stringify({ data: { a: value, nome: 'Caneca', b: value } })
  const kept = record(responding(text), createMasker()).response?.body?.text ?? ''
  expect(kept).toMatch(/^\{"data":\{"a":"(\[opaque#\d+\])","nome":"Caneca","b":"\1"\}\}$/)
})

it.each<[string, string | Uint8Array]>([
  ['UTF-16 with its mark', Buffer.from('\ufeff{"senha":"Zx81kQ0p"} maria@exemplo.com', 'utf16le')],
  ['UTF-16 without one', Buffer.from('senha=Zx81kQ0p maria@exemplo.com', 'utf16le')],
  ['Latin-1', Buffer.from('João <maria@exemplo.com> senha=Zx81kQ0p', 'latin1')],
  ['an invoice', NOTA.replace('Maria da Silva', 'maria@exemplo.com')],
  [
    'a form of several parts',
    '--b\r\nContent-Disposition: form-data; name="senha"\r\n\r\nZx81kQ0p\r\n--b\r\nContent-Disposition: form-data; name="email"\r\n\r\nmaria@exemplo.com\r\n--b--',
  ],
  [
    'a page',
    '<form><input name="email" value="maria@exemplo.com"><input type=password value=Zx81kQ0p></form>',
  ],
  ['a table', 'id;email;senha\n1;maria@exemplo.com;x\nsenha=Zx81kQ0p;52998224725'],
  ['JSON with a comment', '{"email":"maria@exemplo.com", // "senha":\n"senha":"Zx81kQ0p"}'],
])('a body of another kind holds nothing of anybody: %s', (_what, sent) => {
  const exchange = record(raw({ response: { status: 200, headers: [], body: body(sent) } }), createMasker())
  for (const canary of ['maria@', 'Zx81', '52998224725'])
    expect(JSON.stringify(exchange)).not.toContain(canary)
})

it.each([
  ['a list', '{"access_tokens":["Zx81","q"]}', '{"access_tokens":["[access_token#1]","[access_token#2]"]}'],
  ['a list of objects', '{"tokens":[{"value":"Zx81"}]}', '{"tokens":[{"value":"[access_token#1]"}]}'],
  ['an object', '{"senhas":{"producao":"Zx81kQ0pLm"}}', '{"senhas":{"producao":"[secret#1]"}}'],
  ['a list in a list', '{"refresh_tokens":[["Zx81"]]}', '{"refresh_tokens":[["[refresh_token#1]"]]}'],
])('secrets under a name in the plural are masked: %s', (_what, text, expected) => {
  expect(createMasker().maskText(text)).toBe(expected)
})
