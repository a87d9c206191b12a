import { expect, it } from 'vitest'
import { base64ToLatin1, decodeUtf8, fromBase64, fromHex, toBase64, toHex, utf8 } from './bytes.js'

it.each(['', 'abc', 'a', 'ab', 'abcd', 'ção', '???>>>', '\0', '😀', 'x'.repeat(20_000)])(
  '%j goes there and back',
  (text) => {
    const bytes = utf8(text)
    expect([toBase64(bytes), toHex(bytes)]).toEqual([
      Buffer.from(text).toString('base64'),
      Buffer.from(text).toString('hex'),
    ])
    for (const written of [toBase64(bytes), Buffer.from(text).toString('base64url')])
      expect(decodeUtf8(fromBase64(written))).toBe(text)
    expect(decodeUtf8(fromHex(toHex(bytes).toUpperCase()))).toBe(text)
  },
)

it.each([
  ['YW Jj', 0, 'a'],
  ['YWJj!YWJj', 0, 'abc'],
  ['YWJjZA===', 0, 'abcd'],
  ['xxYWJj', 2, 'abc'],
  ['é', 0, ''],
  ['Y', 0, ''],
])('%s from %i on is %j as far as it goes', (written, from, text) => {
  expect(base64ToLatin1(written, from)).toBe(text)
})

it('reads no text from bytes that are none', () => {
  expect(decodeUtf8(Uint8Array.from([0x61, 0xff]))).toBeNull()
})
