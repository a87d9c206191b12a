import { describe, expect, it } from 'vitest'
import { eachScalar, looksLikeJson, unescapeJson } from './json-values.js'

describe('a text that begins as JSON', () => {
  it.each([
    '{"a":1}',
    '{}',
    '{',
    '{ "a":1}',
    '{\n\t"a":1}',
    '[]',
    '[ ]',
    '["a"]',
    '[ "a"]',
    '[{}]',
    '[[1]]',
    '[1]',
    '[-1]',
    '[ 12',
    '[true]',
    '[false]',
    '[ null]',
    '"text"',
    ' \n{"a":1}',
    '\uFEFF{"a":1}',
  ])('is %j', (text) => {
    expect(looksLikeJson(text)).toBe(true)
  })

  it.each([
    '',
    'a=1',
    'x{"a":1}',
    '{a:1}',
    '{1}',
    '{ x',
    '{{token}}',
    '[a]',
    '[x"a"]',
    '[ok] x',
    'true',
    '12',
    "{'a':1}",
    '{x"a":1}',
  ])('is not %j', (text) => {
    expect(looksLikeJson(text)).toBe(false)
  })
})

describe('the scalars of a JSON text', () => {
  const scalars = (text: string) => {
    const seen: string[] = []
    eachScalar(text, (name, start, end, is) => seen.push(`${name}|${text.slice(start, end)}|${is}`))
    return seen
  }

  it.each<[string, string[]]>([
    ['{"a":"x","b":1}', ['|a|key', 'a|x|string', '|b|key', 'b|1|number']],
    ['{"a":{"b":"x"},"c":"y"}', ['|a|key', 'a|b|key', 'b|x|string', '|c|key', 'c|y|string']],
    [
      '{"a":["x",["y"],"z"],"b":2}',
      ['|a|key', 'a|x|string', 'a|y|string', 'a|z|string', '|b|key', 'b|2|number'],
    ],
    ['{"a":[{"b":1},2]}', ['|a|key', 'a|b|key', 'b|1|number', 'a|2|number']],
    ['["a","b"]', ['|a|string', '|b|string']],
    ['"a"', ['|a|string']],
    ['[-1.5e+3,2E-2,0]', ['|-1.5e+3|number', '|2E-2|number', '|0|number']],
    ['{"a\\"b":"c\\\\","d":"e\\\\\\"f"}', ['|a\\"b|key', 'a"b|c\\\\|string', '|d|key', 'd|e\\\\\\"f|string']],
    ['{"a":"cut', ['|a|key', 'a|cut|string']],
    ['{"a', ['|a|key']],
    ['}]"a"', ['|a|string']],
    ['{"a":true,"b":null}', ['|a|key', '|b|key']],
  ])('of %s', (text, expected) => {
    expect(scalars(text)).toEqual(expected)
  })

  it('are read with their escapes, broken ones as they stand', () => {
    expect([unescapeJson('a'), unescapeJson('\\u0061\\n'), unescapeJson('\\x')]).toEqual(['a', 'a\n', '\\x'])
  })
})
