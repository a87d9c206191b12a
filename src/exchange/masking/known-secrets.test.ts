import { describe, expect, it } from 'vitest'
import { createMasker } from '../masking.js'
import { createKnownSecrets } from './known-secrets.js'

/** Secrets of one family: alike at their beginning and at their end. */
const family = Array.from({ length: 24 }, (_, i) => `eyJhbGciOiJIUzI1NiJ9.${i * 7919 + 1}.constant-end`)

function knowing(secrets: readonly string[]) {
  const masker = createMasker()
  for (const secret of secrets) masker.register('access_token', secret)
  return masker
}

describe('a family of secrets', () => {
  it.each<[string, (text: string) => string]>([
    ['as it stands', (text) => text],
    ['in Base64', (text) => Buffer.from(text).toString('base64')],
    ['in Base64, one byte before', (text) => Buffer.from(`x${text}`).toString('base64')],
    ['in Base64, two bytes before', (text) => Buffer.from(`xy${text}`).toString('base64')],
    ['in Base64 of addresses', (text) => Buffer.from(text).toString('base64url')],
    ['in hexadecimal digits', (text) => Buffer.from(text).toString('hex')],
    ['in capitals', (text) => Buffer.from(text).toString('hex').toUpperCase()],
    ['in percent', encodeURIComponent],
  ])('is found member by member, %s', (_what, encode) => {
    for (const [i, secret] of family.entries()) {
      const written = encode(secret)
      expect([i, knowing(family).maskText(`a ${written} b`).includes(written)]).toEqual([i, false])
    }
  })

  it('has a label for each', () => {
    const masker = knowing(family)
    expect(family.map((secret) => masker.maskText(`<${secret}>`))).toEqual(
      family.map((_, i) => `<[access_token#${i + 1}]>`),
    )
  })

  it('leaves whole what only looks like one of them', () => {
    const stranger = 'eyJhbGciOiJIUzI1NiJ9-nada-constant-end'
    expect(knowing(family).maskText(stranger)).toBe(stranger)
  })
})

it('tells values apart that are put together of the same beginnings, middles and ends', () => {
  const parts = ['qwertyui', 'asdfghjk', 'zxcvbnm1', '9876543k']
  const all = parts.flatMap((a) => parts.flatMap((b) => parts.map((c) => a + b + c)))
  const registered = all.filter((_, i) => i % 3 !== 0)
  const masker = knowing(registered)
  const masked = all.map((value) => masker.maskText(`<${value}>`))
  expect(masked).toEqual(
    all.map((value, i) => (i % 3 === 0 ? `<${value}>` : `<[access_token#${registered.indexOf(value) + 1}]>`)),
  )
})

it.each([
  ['k7 ÀÞzQ9', 'k7 àþzq9', '[secret#1]'],
  ['k7 ×÷zQ9', 'k7 ÷×zq9', 'k7 ÷×zq9'],
  ['k7 ÀÞzQ9', 'k7 èþzq9', 'k7 èþzq9'],
  ['k7 ŁŃzQ9', 'k7 ŁŃzQ9', '[secret#1]'],
  ['k7 ŁŃzQ9', 'k7 ŃŁzQ9', 'k7 ŃŁzQ9'],
  ['k7 ĀāzQ9', 'k7 \0\0zQ9', 'k7 \0\0zQ9'],
])('%s in other letters, %s, is %s', (secret, text, expected) => {
  const masker = createMasker()
  masker.register('secret', secret)
  expect(masker.maskText(text)).toBe(expected)
})

describe('an everyday word as a secret', () => {
  const masker = createMasker()
  masker.register('client_secret', 'segredo')
  masker.register('secret', '123456')

  it.each([
    ['o segredo.', 'o [client_secret#1].'],
    ['Segredo-segredo', '[client_secret#1]-[client_secret#1]'],
    ['segredos', 'segredos'],
    ['meusegredo', 'meusegredo'],
    ['segredo_1', 'segredo_1'],
    ['segredo1', 'segredo1'],
    ['Zsegredo', 'Zsegredo'],
    ['{segredo}', '{[client_secret#1]}'],
    ['@segredo`', '@[client_secret#1]`'],
    ['senha 123456 aqui', 'senha [secret#1] aqui'],
    ['a123456b', 'a[secret#1]b'],
    ['01234567', '01234567'],
    ['1234569', '1234569'],
    [':123456/', ':[secret#1]/'],
  ])('%s becomes %s', (text, expected) => {
    expect(masker.maskText(text)).toBe(expected)
  })
})

describe('a secret that was learned from traffic', () => {
  /** Of those named, the ones that are still found. */
  const found = (known: ReturnType<typeof createKnownSecrets>, values: readonly string[]) =>
    values.filter((value) => known.find(`x ${value} y`).length > 0)

  it('is forgotten when too many came after it, and one that was given never is', () => {
    const known = createKnownSecrets(4)
    known.learnableCount = 100
    const learned = Array.from({ length: 9 }, (_, i) => `learned-value-${i}`)
    known.add('secret', 'given-value-1', 'registered')
    for (const value of learned) known.add('secret', value, 'learned')
    expect(found(known, [...learned, 'given-value-1'])).toEqual([...learned.slice(6), 'given-value-1'])
  })

  it('stays when it is given meanwhile', () => {
    const known = createKnownSecrets(2)
    known.learnableCount = 100
    known.add('secret', 'learned-value-1', 'learned')
    known.add('access_token', 'learned-value-1', 'registered')
    for (let i = 2; i < 6; i++) known.add('secret', `learned-value-${i}`, 'learned')
    expect(known.find('learned-value-1')).toEqual([
      { start: 0, end: 15, kind: 'secret', value: 'learned-value-1' },
    ])
  })

  it('is not taken up where a body is full of them', () => {
    const known = createKnownSecrets()
    known.learnableCount = 2
    for (let i = 0; i < 5; i++) known.add('secret', `learned-value-${i}`, 'learned')
    expect(known.version).toBe(2)
    known.learnableCount = 1
    known.add('secret', 'learned-value-4', 'learned')
    expect(found(known, ['learned-value-1', 'learned-value-2', 'learned-value-4'])).toEqual([
      'learned-value-1',
      'learned-value-4',
    ])
  })

  it('is told once', () => {
    const known = createKnownSecrets()
    for (let i = 0; i < 3; i++) known.add('secret', 'given-value-1', 'registered')
    expect(known.version).toBe(1)
  })
})

it('takes the whole word of Base64 or hexadecimal digits that it stands in', () => {
  const known = createKnownSecrets()
  known.add('secret', 'zz99-yy88', 'registered')
  for (const [text, from, to] of [
    [`x ${Buffer.from('before zz99-yy88 behind').toString('base64')} y`, 2, -2],
    [`x ${Buffer.from('before zz99-yy88 behind').toString('hex')} y`, 2, -2],
    ['x before zz99-yy88 behind y', 9, -9],
  ] as const)
    expect(known.find(text).map(({ start, end }) => text.slice(start, end))).toEqual([text.slice(from, to)])
})
