import { describe, expect, it } from 'vitest'
import { createMasker } from '../masking.js'
import { createSecretIndex } from './secret-index.js'
import type { Bounds } from './secret-variants.js'

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

describe('where a value stands', () => {
  const value = 'zz99-yy88'
  const base64 = (text: string) => Buffer.from(text).toString('base64')

  function spans(text: string, { bounds = 'none' as Bounds, cut = false, values = [value] } = {}) {
    const index = createSecretIndex()
    for (const one of values) index.add(one, bounds)
    const found: string[] = []
    index.scan(text, cut, (start, end, one) => found.push(`${start}-${end} ${one}`))
    return found
  }

  it.each<[string, string, number, number]>([
    ['itself', value, 0, 9],
    ['itself, later', `ab${value}`, 2, 11],
    ['itself in capitals', `ab${value.toUpperCase()}x`, 2, 11],
    ['with a blank for its hyphen', 'zz99 yy88', 0, 9],
    ['with a plus for its hyphen', '.zz99+yy88.', 1, 10],
    ['hexadecimal digits', `x ${Buffer.from(value).toString('hex')} x`, 2, 20],
    ['Base64', `. ${base64(value)} .`, 2, 14],
    ['Base64, one byte before', `. ${base64(`x${value}`)} .`, 3, 18],
    ['Base64, two bytes before', `. ${base64(`xy${value}`)} .`, 4, 18],
    ['Base64, bytes around it', `. ${base64(`xy${value}tail`)} .`, 4, 17],
    ['Base64, nothing before the first whole group', base64(`x${value}`).slice(2), 0, 14],
  ])('%s', (_what, text, start, end) => {
    expect(spans(text)).toEqual([`${start}-${end} ${value}`])
  })

  it.each(['???>>>???>>>', 'zz99_yy88/zz'])('%s in either alphabet of Base64', (one) => {
    for (const as of ['base64', 'base64url'] as const) {
      const text = Buffer.from(`x${one}yz`).toString(as)
      expect(spans(text, { values: [one] })).toEqual([`1-18 ${one}`])
      expect(spans(text.replaceAll('_', '/').replaceAll('+', '-'), { values: [one] })).toEqual([
        `1-18 ${one}`,
      ])
    }
    expect(spans('zz99/yy88_zz', { values: ['zz99_yy88/zz'] })).toEqual(['0-12 zz99_yy88/zz'])
  })

  it.each<[string, Bounds, string[]]>([
    ['a zz99-yy88 b', 'word', ['2-11']],
    ['azz99-yy88', 'word', []],
    ['zz99-yy88_', 'word', []],
    ['zz99-yy889', 'word', []],
    ['zz99-yy889', 'digit', []],
    ['zz99-yy88a', 'digit', ['0-9']],
    ['0zz99-yy88', 'none', ['1-10']],
  ])('in %s, bounded by %s', (text, bounds, expected) => {
    expect(spans(text, { bounds })).toEqual(expected.map((span) => `${span} ${value}`))
  })

  it.each<[string, string[]]>([
    ['zz99-', []],
    ['zz99-y', ['0-6']],
    ['x zz99-yy8', ['2-10']],
    ['zz99-y zz99-y', ['7-13']],
    ['zz99-yx', []],
    ['zz99-yzz99-yy', ['6-13']],
  ])('at the end of a cut text: %s', (text, expected) => {
    expect(spans(text, { cut: true })).toEqual(expected.map((span) => `${span} ${value}`))
    expect(spans(text)).toEqual([])
  })

  it.each([
    ['abcabcabd', 'x abcabcabcab', '5-13'],
    ['aaaaaab', 'aaaaaaaaa', '3-9'],
    ['abababababc', 'ab-abababababab', '5-15'],
    ['aabaabaaab', 'x aabaabaabaa', '5-13'],
    ['abcdabcdabce', 'abcdabcdabcdabc', '4-15'],
  ])('at the end of a cut text, of %s as much as fits: %s', (one, text, span) => {
    expect(spans(text, { cut: true, values: [one] })).toEqual([`${span} ${one}`])
  })

  it.each([
    ...['+', '/', '-', '_', '0', '9', 'A', 'Z', 'a', 'z'].map((sign) => [sign, true] as const),
    ...['.', ':', '@', '[', '`', '{', ' ', ','].map((sign) => [sign, false] as const),
  ])('the sign %s beside Base64 may hold a part of it: %s', (sign, holds) => {
    const core = base64(`x${value}`).slice(2)
    expect(spans(`.${sign}${core}`)).toEqual([`${holds ? 1 : 2}-${core.length + 2} ${value}`])
    const inner = base64(`${value}yz`).slice(0, 12)
    expect(base64(value).length).toBe(12)
    expect(spans(`${inner}${sign}.`)).toEqual([`0-12 ${value}`])
    const longer = base64('zz99-yy8').slice(0, 10)
    expect(spans(`${longer}${sign}.`, { values: ['zz99-yy8'] })).toEqual([
      `0-${longer.length + (holds ? 1 : 0)} zz99-yy8`,
    ])
  })

  it('each time, and once where it overlaps itself', () => {
    expect(spans(`${value} ${value}${value}`)).toEqual([0, 10, 19].map((at) => `${at}-${at + 9} ${value}`))
    expect(spans('aaaaaaaaaaaaaa', { values: ['aaaaaa'] })).toEqual(['0-6 aaaaaa', '6-12 aaaaaa'])
  })

  it('until it is forgotten, alone or among many of its kind', () => {
    const index = createSecretIndex()
    const values = Array.from(
      { length: 20 },
      (_, i) => `same-beginning-${String(i).padStart(2, '0')}-same-end`,
    )
    for (const one of values) index.add(one, 'none')
    const found = () => {
      const seen: string[] = []
      index.scan(values.join(' '), false, (_start, _end, one) => seen.push(one))
      return seen
    }
    expect(found()).toEqual(values)
    for (let i = 0; i < 20; i++) {
      index.remove(values[i] ?? '')
      expect(found()).toEqual(values.slice(i + 1))
    }
    index.remove('never added')
  })
})
