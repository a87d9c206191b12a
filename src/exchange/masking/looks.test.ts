import { expect, it } from 'vitest'
import { isDistinctive, isOrdinary, isPlaceholder, looksGenerated, looksRandom } from './looks.js'

it.each([
  ['', true],
  ['undefined', true],
  ['NULL', true],
  ['nil', true],
  ['none', true],
  ['NaN', true],
  ['true', true],
  ['false', true],
  ['[object Object]', true],
  ['$TOKEN', true],
  ['\u0024{TOKEN}', true],
  ['{{token}}', true],
  ['{{ my.token-1 }}', true],
  ['{token}', true],
  ['{{token}', true],
  ['{token}}', true],
  ['\u0024TOKEN}', true],
  ['\u0024{TOKEN', true],
  ['{}', false],
  ['\u0024', false],
  ['<>', false],
  ['%%', false],
  ['%A-B%', false],
  ['{my/token}', false],
  ['<my/token>', false],
  ['\u0024{my token}', false],
  ['<my.access token-1>', true],
  ['[object Object]x', false],
  ['<ACCESS TOKEN>', true],
  ['%TOKEN%', true],
  ['undefined1', false],
  ['x{token}', false],
  ['$TOKEN/2', false],
  ['%TOKEN', false],
  ['abc', false],
  [`<${'a'.repeat(57)}>`, true],
  [`<${'a'.repeat(58)}>`, false],
])('%s is a hole: %s', (value, expected) => {
  expect(isPlaceholder(value)).toBe(expected)
})

it.each([
  ['segredo', true],
  ['Segredo', true],
  ['SEgredo', false],
  ['abcdefghijk', true],
  ['abcdefghijkl', false],
  ['abc1', false],
  ['invalid token', true],
  ['Invalid refresh-token', true],
  ['senha do usuario', true],
  ['minha senha', false],
  ['invalid zebra', false],
  ['---', true],
  ['invalid é9', false],
  ['token of a zebra', false],
  ['zebra', true],
  ['zebra invalid', false],
  ['Ávila', true],
  ['aZebra', false],
  ['(zebra)', true],
  ['(Zebra)', false],
  ['abcdefghi-', true],
  ['abcdefghijkl.', false],
])('%s is an everyday word: %s', (value, expected) => {
  expect(isOrdinary(value)).toBe(expected)
})

it.each([
  ['Zx81kQ0p', true],
  ['Zx81kQ0', false],
  ['z9'.repeat(4_096), true],
  ['z9'.repeat(4_097), false],
  ['invalid_token', false],
  ['{{my_token}}', false],
  ['"Zx81kQ0p"', false],
  ['[Zx81kQ0p]', false],
  ['{"a":"Zx81kQ0p"}', false],
  ['2026-05-04T10:00:00', false],
  ['12345678', false],
  ['123.456,78/9', false],
  ['10/05/2026 10:00', false],
  ['12:30 - 13:45', false],
  ['HTTPS://EXEMPLO.COM/x1', false],
  ['2026_05_04', true],
  ['123456789a', true],
  ['https://exemplo.com', false],
  ['http://exemplo.com', false],
  ['httpsx://exemplo.com', true],
  ['zx8q:https://exemplo', true],
  ['maria1@exemplo.com', false],
])('%s may be hunted everywhere: %s', (value, expected) => {
  expect(isDistinctive(value)).toBe(expected)
})

it.each([
  ['q7Zx81kQ0pLm22vTr5Wd', true],
  ['q7Zx81kQ0pLm22vTr5W', false],
  ['q7zx81kq0plm22vtr5wd', true],
  ['Q7ZX81KQ0PLM22VTR5WD', true],
  ['7qzx81kq0plm22vtr5wd', true],
  ['7QZX81KQ0PLM22VTR5WD', true],
  ['qzZx81kQ0pLm2_vTr5Wd', false],
  ['abcd-q7Zx81kQ0pLm22vT', true],
  ['_.~+/=-q7Zx81kQ0pLm22vT', true],
  ['q7Zx81kQ0pLm22vTr5Wd!', false],
  ['!q7Zx81kQ0pLm22vTr5Wd', false],
  ['q7Zx81-kQ0pLm22-vTr5Wd', false],
  ['78912345678901234567890', false],
  ['qqZxxxkQqpLmqqvTrqWd', false],
  [`q7${'a'.repeat(510)}`, true],
  [`q7${'a'.repeat(511)}`, false],
])('%s was made by a machine: %s', (value, expected) => {
  expect(looksGenerated(value)).toBe(expected)
})

it.each([
  ['zx81kq0p', true],
  ['zxAkqplmno', true],
  ['Zxakqplmnow', false],
  ['ZXAKQPLMNOW', false],
  ['zxakqplmnowz', false],
  ['abcdefgh-ijklmnop-qrstuvw', true],
  ['abcdefgh-ijklmnop-qrstu', false],
  ['abcdefgh-ijklmnop-qrstuv', true],
  ['12345678-9', false],
  ['12345678_9', false],
  ['zx8', false],
])('%s looks like a secret: %s', (value, expected) => {
  expect(looksRandom(value)).toBe(expected)
})
