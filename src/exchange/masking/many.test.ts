import { describe, expect, it } from 'vitest'
import { createMasker } from '../masking.js'

/** What only many values show; apart, for mutants of the masking are not tried against it. */
describe('among many', () => {
  it('secrets of a family that begin and end alike are found, each by its own label', () => {
    const masker = createMasker()
    for (let i = 0; i < 3000; i++)
      masker.register('access_token', `eyJhbGciOiJIUzI1NiJ9.${i * 7919}.constant-end`)
    const text = 'eyJhbGciOiJIUzI1NiJ9.7919.constant-end '.repeat(1000)
    expect(masker.maskText(text)).toBe('[access_token#2] '.repeat(1000))
  })

  it('secrets each is found', () => {
    const masker = createMasker()
    for (let i = 0; i < 3000; i++) masker.register('access_token', `token-${i}-of-many`)
    expect(masker.maskText('x token-2999-of-many y')).toBe('x [access_token#3000] y')
  })

  it('products harmless text is left alone', () => {
    const masker = createMasker()
    let seed = 7
    const random = (below: number) => {
      seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff
      return seed % below
    }
    for (let i = 0; i < 10_000; i++) {
      const id = 10_000_000_000 + random(0x7fffffff) * 31
      const text = JSON.stringify({
        id,
        nome: `Produto ${random(1e6)}`,
        preco: random(1e6) / 100,
        codigo: `${id}`,
      })
      expect(masker.maskText(text)).toBe(text)
    }
  })
})
