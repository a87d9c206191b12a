import { expect, it } from 'vitest'
import { digestOf, fingerprint } from './fingerprint.js'

it('is twelve digits, the same every time and of no other parts', () => {
  const one = fingerprint(['envelope/json:not-json', 'GET /contatos', 200])
  expect(one).toMatch(/^[0-9a-f]{12}$/)
  expect(fingerprint(['envelope/json:not-json', 'GET /contatos', 200])).toBe(one)
  expect(fingerprint(['envelope/json:not-json', 'GET /contatos', null])).not.toBe(one)
})

it('begins the digest of its parts', () => {
  expect(digestOf(['a', null, 1])).toMatch(/^[0-9a-f]{64}$/)
  expect(digestOf(['a', null, 1]).startsWith(fingerprint(['a', null, 1]))).toBe(true)
})
