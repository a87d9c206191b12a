import { describe, expect, it } from 'vitest'
import { createMasker } from '../masking.js'

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

  it('is found where a body breaks off within it', () => {
    const masker = knowing(family)
    for (const secret of family) {
      for (const length of [6, 12, secret.length - 1]) {
        const cut = masker.maskText(`a=1;${secret.slice(0, length)}`, { cut: true })
        expect(cut.endsWith(secret.slice(0, length))).toBe(false)
      }
    }
  })
})

it.each([
  ['k7 ÀÞzQ9', 'k7 àþzq9', '[secret#1]'],
  ['k7 ×÷zQ9', 'k7 ÷×zq9', 'k7 ÷×zq9'],
  ['k7 ÀÞzQ9', 'k7 èþzq9', 'k7 èþzq9'],
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

it.each([
  ['https://a.exemplo/x?code=Zx81kQ0pLm22vT&state=1', true],
  ['https://a.exemplo/x?state=1&code=Zx81kQ0pLm22vT', true],
  ['https://a.exemplo/x#code=Zx81kQ0pLm22vT&state=1', true],
  ['https://a.exemplo/x?code=Zx81kQ0pLm22vT#state=1', true],
  ['https://a.exemplo/callback?code=Zx81kQ0pLm22vT', true],
  ['https://a.exemplo/x?code=Zx81kQ0pLm22vT&estate=1', false],
  ['https://a.exemplo/x?code=Zx81kQ0pLm22vT', false],
])('%s holds an authorization code: %s', (url, expected) => {
  expect(createMasker().maskUrl(url).includes('Zx81kQ0pLm22vT')).toBe(!expected)
})
