import { expect, it } from 'vitest'
import { createMasker } from '../masking.js'

it.each([
  ['"abc def ghi"', '"[unusable_token#1]"'],
  ['"   "', '"[unusable_token#1]"'],
  ['1234567890', '"[unusable_token#1]"'],
  ['"abcdefghi"', '"[access_token#1]"'],
])('the label of the access token %s tells whether a header can carry it', (token, label) => {
  const masker = createMasker()
  const masked = masker.maskText(`{"access_token":${token}}`)
  expect(masked).toBe(`{"access_token":${label}}`)
  expect(masker.maskText(masked)).toBe(masked)
})
