import { describe, expect, it } from 'vitest'
import { parseTokenFile } from './token-store.js'

const tokens = {
  accessToken: 'a',
  refreshToken: 'r',
  expiresAtMs: 1,
  stemsFrom: { accessToken: 'fa', refreshToken: 'fr' },
  spendingSinceMs: null,
}
const kept = (change: object, more: object = {}) =>
  parseTokenFile(JSON.stringify({ version: 1, accounts: { key: { ...tokens, ...change } }, ...more }))

describe('the records of a token file', () => {
  it('are read as they were written', () => {
    expect(kept({})).toEqual({ key: tokens })
    expect(parseTokenFile('{"version":1,"accounts":{}}')).toEqual({})
  })

  it('of an older tool are read without what it kept beside', () => {
    expect(kept({ root: 'fr', rotation: 2, spendingSinceMs: undefined })).toEqual({ key: tokens })
  })

  it.each<[string, object]>([
    ['no access token', { accessToken: null }],
    ['no refresh token', { refreshToken: null }],
    ['no expiry', { expiresAtMs: null }],
    ['a renewal under way', { spendingSinceMs: 5 }],
  ])('may hold %s', (_what, change) => {
    expect(kept(change)?.key).toMatchObject(change)
  })

  it.each<[string, object]>([
    ['a number for a token', { accessToken: 7 }],
    ['no field for a token', { refreshToken: undefined }],
    ['a text for a time', { expiresAtMs: '1' }],
    ['a text for another time', { spendingSinceMs: 'x' }],
    ['nothing of where it stems from', { stemsFrom: null }],
    ['a list of where it stems from', { stemsFrom: [] }],
    ['a number of where it stems from', { stemsFrom: { accessToken: 1, refreshToken: 'fr' } }],
    ['half of where it stems from', { stemsFrom: { accessToken: 'fa', refreshToken: 3 } }],
  ])('are none with %s', (_what, change) => {
    expect(kept(change)).toBe(null)
  })

  it.each([
    '',
    '{',
    'null',
    '[]',
    '"text"',
    '{"version":2,"accounts":{}}',
    '{"accounts":{}}',
    '{"version":1}',
    '{"version":1,"accounts":[]}',
    '{"version":1,"accounts":{"key":null}}',
    '{"version":1,"accounts":{"key":[]}}',
  ])('are none in %s', (text) => {
    expect(parseTokenFile(text)).toBe(null)
  })

  it('are none where one of two is broken', () => {
    const accounts = { a: tokens, b: { ...tokens, refreshToken: 7 } }
    expect(parseTokenFile(JSON.stringify({ version: 1, accounts }))).toBe(null)
  })
})
