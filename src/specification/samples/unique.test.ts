import { describe, expect, it } from 'vitest'
import { uniqueValue } from './unique.js'

const seeds = Array.from({ length: 200 }, (_, i) => `[homologa ${i.toString(36)}] /contatos created .x`)

/** The digits with their check digits, as the Receita Federal computes them. */
function isCnpj(text: string): boolean {
  const digits = [...text].map(Number)
  const checked = (length: number) => {
    const sum = digits
      .slice(0, length)
      .reduce((total, digit, i) => total + digit * (((length - 1 - i) % 8) + 2), 0)
    return ((sum * 10) % 11) % 10 === digits[length]
  }
  return digits.length === 14 && checked(12) && checked(13)
}

/** As GS1 weighs it: from the right, 3 and 1 in turn. */
function isGtin(text: string): boolean {
  const sum = [...text]
    .reverse()
    .reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

describe('a value that is unique to a record of a run', () => {
  it.each([
    ['code', /^H[0-9A-Z]{9}$/],
    ['number', /^9\d{8}$/],
    ['cnpj', /^99999\d{9}$/],
    ['gtin', /^29\d{11}$/],
    ['email', /^homologa-[0-9a-z]+@exemplo\.invalid$/],
    ['telephone', /^\(00\) 3\d{3}-\d{4}$/],
  ] as const)(
    'has the form of a %s, is the same for the same seed, and another for others',
    (form, pattern) => {
      const values = seeds.map((seed) => uniqueValue(form, seed))
      expect(values.filter((value) => !pattern.test(value))).toEqual([])
      expect(seeds.map((seed) => uniqueValue(form, seed))).toEqual(values)
      expect(new Set(values).size).toBe(seeds.length)
    },
  )

  it('holds its check digits', () => {
    expect(isCnpj('11222333000181') && !isCnpj('11222333000182')).toBe(true)
    expect(isGtin('4006381333931') && !isGtin('4006381333932')).toBe(true)
    expect(seeds.map((seed) => uniqueValue('cnpj', seed)).filter((one) => !isCnpj(one))).toEqual([])
    expect(seeds.map((seed) => uniqueValue('gtin', seed)).filter((one) => !isGtin(one))).toEqual([])
  })
})
