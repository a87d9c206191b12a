import { describe, expect, it } from 'vitest'
import { jsonText, MAX_JSON_DEPTH, parseJson } from './json.js'

const nested = (open: string, close: string, levels: number) => open.repeat(levels) + close.repeat(levels)

describe('JSON that nests', () => {
  it.each([
    ['as deep as allowed', nested('[', ']', MAX_JSON_DEPTH), null],
    ['a level deeper', nested('[', ']', MAX_JSON_DEPTH + 1), 'too-deep'],
    ['deeper by objects and arrays in turn', nested('[{"a":', '}]', MAX_JSON_DEPTH / 2 + 1), 'too-deep'],
    ['deeper, and never closed', '['.repeat(MAX_JSON_DEPTH + 1), 'too-deep'],
    ['not as deep, and never closed', '['.repeat(MAX_JSON_DEPTH), 'broken'],
    ['in its texts alone', JSON.stringify({ a: '[{'.repeat(1_000) }), null],
    ['in a text with quotes', JSON.stringify([`"${'['.repeat(1_000)}\\"`]), null],
    ['side by side', JSON.stringify(Array.from({ length: 1_000 }, () => ({ id: [] }))), null],
    ['behind a text', `["[[",${nested('[', ']', MAX_JSON_DEPTH)}]`, 'too-deep'],
  ])('%s', (_how, text, flaw) => {
    const parsed = parseJson(text)
    expect(parsed.ok ? null : parsed.flaw).toBe(flaw)
    if (parsed.ok) expect(parsed.value).toEqual(JSON.parse(text))
  })
})

it('writes a string between NUL characters as the string that it is', () => {
  expect(jsonText(['\u0000x\u0000', '\u0000'])).toBe(JSON.stringify(['\u0000x\u0000', '\u0000']))
})
