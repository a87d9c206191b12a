import { describe, expect, it } from 'vitest'
import { fingerprint, recordsIn } from './token-file.js'

const tokens = {
  accessToken: 'a',
  refreshToken: 'r',
  expiresAtMs: 1,
  stemsFrom: { accessToken: 'fa', refreshToken: 'fr' },
  root: 'fr',
  rotation: 2,
  spendingSinceMs: null,
}
const kept = (change: object, more: object = {}) =>
  recordsIn(JSON.stringify({ version: 1, accounts: { key: { ...tokens, ...change } }, ...more }))

describe('the records of a token file', () => {
  it('are read as they were written', () => {
    expect(kept({})).toEqual({ version: 1, accounts: { key: tokens } })
    expect(recordsIn('{"version":1,"accounts":{}}')).toEqual({ version: 1, accounts: {} })
  })

  it('of an older tool begin their chain with what they stem from, or with what they hold', () => {
    const older = { root: undefined, rotation: undefined, spendingSinceMs: undefined }
    expect(kept(older)?.accounts.key).toEqual({ ...tokens, root: 'fr', rotation: 0 })
    const given = kept({ ...older, stemsFrom: { accessToken: 'fa', refreshToken: null } })
    expect(given?.accounts.key?.root).toBe(fingerprint('r'))
    const none = kept({ ...older, refreshToken: null, stemsFrom: { accessToken: 'fa', refreshToken: null } })
    expect(none?.accounts.key?.root).toBe(null)
  })

  it.each<[string, object]>([
    ['no access token', { accessToken: null }],
    ['no refresh token', { refreshToken: null }],
    ['no expiry', { expiresAtMs: null }],
    ['a renewal under way', { spendingSinceMs: 5 }],
  ])('may hold %s', (_what, change) => {
    expect(kept(change)?.accounts.key).toMatchObject(change)
  })

  it.each<[string, object]>([
    ['a number for a token', { accessToken: 7 }],
    ['no field for a token', { refreshToken: undefined }],
    ['a text for a time', { expiresAtMs: '1' }],
    ['a text for another time', { spendingSinceMs: 'x' }],
    ['a text for a count', { rotation: '2' }],
    ['a number for a root', { root: 7 }],
    [
      'a number for what a chain began with',
      { root: undefined, refreshToken: 7, stemsFrom: { accessToken: 'fa', refreshToken: null } },
    ],
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
    expect(recordsIn(text)).toBe(null)
  })

  it('are none where one of two is broken', () => {
    const accounts = { a: tokens, b: { ...tokens, rotation: null } }
    expect(recordsIn(JSON.stringify({ version: 1, accounts }))).toBe(null)
  })
})
