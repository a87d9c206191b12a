import { describe, expect, it } from 'vitest'
import type { FieldMeaning } from './names.js'
import { passwordOf, secretsInField } from './secrets-in-field.js'

const OPAQUE = 'q7Zx81kQ0pLm22vTr5Wd'
const fieldThatHolds = (holds: FieldMeaning['holds']): FieldMeaning => ({
  holds,
  kind: 'secret',
  isPlural: false,
})
const secret: FieldMeaning = { ...fieldThatHolds('secret'), kind: 'api_key' }

/** The secrets of a value, each with its kind and where it begins. */
function found(field: FieldMeaning, value: string, { name = '', hasCodes = false } = {}) {
  return secretsInField(field, name, value, hasCodes).map(({ start, end, kind, value: own, isCertain }) => {
    expect([own, isCertain]).toEqual([value.slice(start, end), true])
    return `${kind} ${own} at ${start}`
  })
}

it.each<[string, string[]]>([
  ['abc', ['api_key abc at 0']],
  [' abc ', ['api_key  abc  at 0']],
  ['[abc', ['api_key [abc at 0']],
  [' [abc]', ['api_key  [abc] at 0']],
  ['é[secret#1]', ['api_key é[secret#1] at 0']],
  ['x[secret#1]', ['api_key x[secret#1] at 0']],
  ['[secret#1]', []],
  [' [secret#1]\n', []],
  ['\u00a0[secret#1]', []],
  ['{{token}}', []],
  ['', []],
])('of %j in a field of secrets is masked %j', (value, expected) => {
  expect(found(secret, value)).toEqual(expected)
})

it.each<[string, string[]]>([
  ['Bearer abc', ['access_token abc at 7']],
  ['bearer\tabc ', ['access_token abc at 7']],
  ['Bearer   abc', ['access_token abc at 9']],
  ['Bearer bearer  Bearer abc', ['access_token abc at 22']],
  ['Bearer "abc"', ['access_token abc at 8']],
  ["  Bearer 'abc'", ['access_token abc at 10']],
  ['Bearer `abc`', ['access_token abc at 8']],
  ['Bearer Bearer', ['access_token Bearer at 7']],
  ['Bearer: abc', ['access_token abc at 8']],
  ['bearer:abc', ['access_token abc at 7']],
  ['Bearer = "abc"', ['access_token abc at 10']],
  ['Bearer abc, Bearer def', ['access_token abc at 7', 'access_token def at 19']],
  ['Bearer abc,bearer\tabc', ['access_token abc at 7', 'access_token abc at 18']],
  ['Bearer abc,bearerdef', ['access_token abc,bearerdef at 7']],
  ['Bearer undefined, Bearer def', ['access_token def at 25']],
  ['Basic YTpi', ['basic YTpi at 6']],
  [' BASIC YTpi', ['basic YTpi at 7']],
  ['Token abc', ['secret abc at 6']],
  ['My-Scheme_1 abc def', ['secret abc def at 12']],
  [`${'S'.repeat(31)} abc`, ['secret abc at 32']],
  [`${'S'.repeat(32)} abc`, [`access_token ${'S'.repeat(32)} abc at 0`]],
  ['1Token abc', ['access_token 1Token abc at 0']],
  ['abc', ['access_token abc at 0']],
  [' abc"', ['access_token abc at 1']],
  ['bearer', []],
  [' Basic ', []],
  ['Bearer ', []],
  ['"', []],
  ['Bearer [access_token#1]', []],
  ['Bearer {{token}}', []],
  ['Bearer undefined', []],
])('of the credential %j is masked %j', (value, expected) => {
  expect(found(fieldThatHolds('authorization'), value)).toEqual(expected)
})

describe('a value under a name that says less', () => {
  it.each<[FieldMeaning['holds'] & 'code', string, boolean, string[]]>([
    ['code', 'ABC', true, ['code ABC at 0']],
    ['code', '{{code}}', true, []],
    ['code', 'ABC', false, []],
    ['code', OPAQUE, false, [`code ${OPAQUE} at 0`]],
  ])('%s %s, where hasCodes are awaited: %s', (holds, value, hasCodes, expected) => {
    expect(found(fieldThatHolds(holds), value, { hasCodes })).toEqual(expected)
  })

  it.each<[Exclude<FieldMeaning['holds'], 'secret'>, string, string, string[]]>([
    ['sometimes-secret', 'sig', OPAQUE, [`secret ${OPAQUE} at 0`]],
    ['sometimes-secret', 'sig', 'digital', []],
    ['document', 'cpf', '529.982.247-25', ['cpf 529.982.247-25 at 0']],
    ['document', 'documento', '11222333000181', ['cnpj 11222333000181 at 0']],
    ['document', 'documento', 'RG', []],
    ['phone', 'tel', '11 91234-5678', ['phone 11 91234-5678 at 0']],
    ['phone', 'tel', 'ramal 12', []],
    ['identifier', 'id', OPAQUE, []],
    ['other', 'nome', OPAQUE, []],
    ['inherited', 'prod', 'Zx81kQ0p', ['secret Zx81kQ0p at 0']],
    ['inherited', 'mensagem', 'muito curta', []],
  ])('%s, called %s: %s', (holds, name, value, expected) => {
    expect(found(fieldThatHolds(holds), value, { name })).toEqual(expected)
  })
})

it.each<[string, string | null]>([
  ['client:pass-Word-99', 'pass-Word-99'],
  [':pass-Word-99', 'pass-Word-99'],
  ['client:pass:Word:99', 'pass:Word:99'],
  ['pass-Word-99', null],
  ['client:segredo', null],
  ['client:', null],
  ['client:pass-Word\u0001-99', null],
])('the pair %j teaches %j', (pair, expected) => {
  expect(passwordOf(Buffer.from(pair).toString('base64'))).toBe(expected)
})

it('of a pair that is no text nothing is taught', () => {
  expect(
    passwordOf(Buffer.from([0x61, 0x3a, 0xff, 0xfe, ...Buffer.from('pass-Word-99')]).toString('base64')),
  ).toBeNull()
})

it('under a name in the plural, a number counts', () => {
  const tokens: FieldMeaning = { ...fieldThatHolds('secret'), isPlural: true }
  expect(['12', '4096', 'a1'].map((value) => found(tokens, value))).toEqual([[], [], ['secret a1 at 0']])
})
