import { describe, expect, it } from 'vitest'
import { findRepeatedKey, parseExactJson } from './exact-json.js'
import { equalJson, jsonText, LongNumber, parseJson } from './json.js'

function exact(text: string) {
  const parsed = parseExactJson(text)
  if (!parsed.ok) throw new Error(parsed.flaw)
  return parsed.value
}

describe('a number that a double would round', () => {
  it.each([
    '9007199254740993',
    '-9007199254740993',
    '12345678901234567890',
    '0.1234567890123456789',
    '1e400',
    '123456789012345678e-3',
  ])('%s stays what it was', (text) => {
    expect(exact(text)).toBeInstanceOf(LongNumber)
    expect(String(exact(text))).toBe(text)
    expect(jsonText({ a: [exact(text)] })).toBe(`{"a":[${text}]}`)
  })

  it.each([
    '0',
    '-0',
    '1',
    '1.5e2',
    '32.560',
    '9007199254740992',
    '0.1',
    '1e21',
    '5e-324',
    '100000000000000000000',
  ])('%s is none', (text) => {
    expect(exact(text)).toBe(JSON.parse(text))
  })

  it.each([
    ['9007199254740993', '9007199254740993', true],
    ['9007199254740993', '9007199254740992', false],
    ['9007199254740993', '9007199254740993.0', true],
    ['9007199254740993', '900719925474099.3e1', true],
    ['9007199254740993', '-9007199254740993', false],
    ['9007199254740993', '"9007199254740993"', false],
    ['9007199254740993', '{"text":"9007199254740993"}', false],
    ['0.12345678901234567891', '0.12345678901234567892', false],
    ['{"a":12345678901234567891}', '{"a":12345678901234567891}', true],
    ['[12345678901234567891]', '[12345678901234567892]', false],
  ])('%s and %s are the same: %s', (a, b, same) => {
    expect(equalJson(exact(a), exact(b))).toBe(same)
    expect(equalJson(exact(b), exact(a))).toBe(same)
  })
})

it.each([
  '{}',
  '[]',
  ' { "a" : [ ] , "b" : { } } ',
  '[[1,[2]],{"x":{"y":[3,4]}}]',
  '{"a":"}]\\"\\\\","b":"1e5","c":true,"d":false,"e":null,"f":"\\u00e7","__proto__":1}',
  '{"a":1,"a":2}',
  '"1234567890123456"',
])('reads all else as a parser does: %s', (text) => {
  const long = `[1e400,${text}]`
  expect((exact(long) as unknown[])[1]).toEqual(JSON.parse(text))
  expect(Object.keys((exact(long) as object[])[1] ?? {})).toEqual(Object.keys(JSON.parse(text)))
})

it('refuses what no parser reads', () => {
  expect(parseExactJson('{"a":12345678901234567890')).toMatchObject({ ok: false, flaw: 'broken' })
  expect(parseExactJson('')).toMatchObject({ ok: false, flaw: 'empty' })
})

it('takes a byte order mark for no part of the text', () => {
  expect(parseJson('\uFEFF{"a":1}')).toEqual({ ok: true, value: { a: 1 } })
  expect(jsonText(exact('\uFEFF[12345678901234567890]'))).toBe('[12345678901234567890]')
})

it.each([
  ['{"nome":"A","nome":"B"}', 'nome'],
  ['{"nome":"A" , "x":[1,{"nome":1}], "nome" \n: "A"}', 'nome'],
  ['{"a":{"b":1,"c":[],"b":2}}', 'b'],
  ['[{"a":1},{"a":1,"b":{},"a":1}]', 'a'],
  ['{"n\\u006fme":1,"nome":2}', 'nome'],
  ['{"":1,"":2}', ''],
])('finds a name that stands twice: %s', (text, name) => {
  expect(() => JSON.parse(text)).not.toThrow()
  expect(findRepeatedKey(text)).toMatchObject({ name })
})

it.each([
  '',
  'null',
  '"a:a"',
  '{"a":"a","b":"a"}',
  '{"a":{"a":{"a":1}}}',
  '[{"a":1},{"a":2}]',
  '["a","a"]',
  '{"a":["a","a",{"a":1}],"b":1}',
  '{"a":"\\",\\"a\\":","b":"}"}',
  '{"a":"x\\\\","b":2}',
])('finds none in %s', (text) => expect(findRepeatedKey(text)).toBe(null))
