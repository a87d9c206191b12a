import { describe, expect, it } from 'vitest'
import { eachScalar, looksLikeJson, stringEndAround, stringsIn, unescapeJson } from './json-values.js'

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
    ['}"a"', ['|a|string']],
    ['{"a":true,"b":null}', ['|a|key', '|b|key']],
  ])('of %s', (text, expected) => {
    expect(scalars(text)).toEqual(expected)
  })

  it('are read with their escapes, broken ones as they stand', () => {
    expect([unescapeJson('a'), unescapeJson('\\u0061\\n'), unescapeJson('\\x')]).toEqual(['a', 'a\n', '\\x'])
  })
})

it.each([
  ['{"a":[1,-2e5,true,false,null,{}]}', true],
  [' \n{"a" : "b"} ', true],
  ['{"a":"b', true],
  ['{"a":b}', false],
  ['{"a":True}', false],
  ['{"a":+1}', false],
  ['{"a":.5}', false],
  ['{"a":/1}', false],
  ['{"a":;}', false],
  ['{"a":1} // x', false],
  ["{'a':1}", false],
])('%s holds nothing but JSON: %s', (text, expected) => {
  expect(eachScalar(text, () => undefined)).toBe(expected)
})

it('tells where the string ends that an offset lies in', () => {
  const text = 'xx{"a":"bc","d":12}{"e"'
  const strings = stringsIn(text, [
    { from: 2, to: 19 },
    { from: 19, to: 23 },
  ])
  const ends = Array.from(text, (_, at) => stringEndAround(strings, at))
  expect(ends.flatMap((end, at) => (end < 0 ? [] : [`${at} ${end}`]))).toEqual([
    '4 5',
    '8 10',
    '9 10',
    '13 14',
    '21 22',
  ])
})

it('takes for one string what is no JSON', () => {
  const text = '{"a":"b"}{"a":x}{"c":1}'
  const strings = stringsIn(text, [
    { from: 0, to: 9 },
    { from: 9, to: 16 },
    { from: 16, to: 23 },
  ])
  expect(strings).toEqual({ starts: [2, 6, 9, 18], ends: [3, 7, 16, 19] })
})
