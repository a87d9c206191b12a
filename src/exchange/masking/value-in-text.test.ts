import { describe, expect, it } from 'vitest'
import { unescaped, valueBehind } from './value-in-text.js'

/** The value behind the first sign of the text, and what follows it. */
function read(text: string) {
  const value = valueBehind(text, text.search(/[:=]/))
  if (!value) return null
  const { raw, start, isQuoted, next } = value
  expect(text.slice(start, start + raw.length)).toBe(raw)
  return [raw, isQuoted ? 'quoted' : 'bare', text.slice(next)]
}

describe('the value behind a sign', () => {
  it.each<[string, string, 'quoted' | 'bare', string]>([
    ['a=b', 'b', 'bare', ''],
    ['a=b c', 'b', 'bare', ' c'],
    ['a==b', 'b', 'bare', ''],
    ['a=> b', 'b', 'bare', ''],
    ['a====b', '=b', 'bare', ''],
    [`a=${' '.repeat(16)}b`, 'b', 'bare', ''],
    ['a: b', 'b', 'bare', ''],
    ['a:\nb', 'b', 'bare', ''],
    [`a:\r\n${' '.repeat(32)}b\n`, 'b', 'bare', '\n'],
    ['a: |\n b', 'b', 'bare', ''],
    ['a: >+2 \n b', 'b', 'bare', ''],
    ['a:\n - b', 'b', 'bare', ''],
    ['a: !!str b', 'b', 'bare', ''],
    ['a: !x b', 'b', 'bare', ''],
    ['a=[b]', 'b', 'bare', ']'],
    ['a=[ "b"]', 'b', 'quoted', ']'],
    ['a=bc\\d', 'bc\\d', 'bare', ''],
    ['a=bc\\n', 'bc', 'bare', '\\n'],
    ['a=b(c)d)e) f', 'b(c)d)e', 'bare', ') f'],
    ['a=bx"c" d', 'bx"c', 'bare', '" d'],
    ['a=b[c1]', 'b[c1', 'bare', ']'],
    ['a=b[cpf#1]', 'b', 'bare', '[cpf#1]'],
    ['a=b[cpf%231]', 'b', 'bare', '[cpf%231]'],
    ['a="b" c', 'b', 'quoted', ' c'],
    ['a=" b " c', 'b', 'quoted', ' c'],
    ["a='b' c", 'b', 'quoted', ' c'],
    ['a=`b` c', 'b', 'quoted', ' c'],
    ["a=bR'b' c", 'b', 'quoted', ' c'],
    ["a=bRu'c' d", "bRu'c", 'bare', "' d"],
    ['a=“b c” d', 'b c', 'quoted', '” d'],
    ['a=«b\nc', 'b', 'quoted', '\nc'],
    ['a="b""c" d', 'b""c', 'quoted', ' d'],
    ['a="b\\"c" d', 'b\\"c', 'quoted', ' d'],
    ['a="b\\\\" d', 'b\\\\', 'quoted', ' d'],
    ['a="b\nc" d', 'b\nc', 'quoted', ' d'],
    ['a="b\r\nc" d', 'b\r\nc', 'quoted', ' d'],
    ['a="b\nc=1"', 'b', 'quoted', '\nc=1"'],
    ['a="b\n<c>"', 'b', 'quoted', '\n<c>"'],
    [`a="b\n${'c'.repeat(2_045)}" d`, `b\n${'c'.repeat(2_045)}`, 'quoted', ' d'],
    [`a="b\n${'c'.repeat(2_046)}" d`, 'b', 'quoted', `\n${'c'.repeat(2_046)}" d`],
    ['a="b c', 'b c', 'quoted', ''],
    ['a="b\' c', 'b', 'quoted', "' c"],
    ['a="b\'c d', "b'c d", 'quoted', ''],
    ['a="b c\' d', "b c' d", 'quoted', ''],
    ['a="b, cd: e', 'b', 'quoted', ', cd: e'],
    ['a="b; cd=e', 'b', 'quoted', '; cd=e'],
    ['a="b cd=', 'b cd=', 'quoted', ''],
    ['a="b cd==e', 'b cd==e', 'quoted', ''],
    ['a="b, c: e', 'b, c: e', 'quoted', ''],
    ['a="b&c=e', 'b', 'quoted', '&c=e'],
    ['a="b&c e', 'b&c e', 'quoted', ''],
  ])('%j is %j, %s, before %j', (text, raw, how, rest) => {
    expect(read(text)).toEqual([raw.trim(), how, rest])
  })

  it.each([
    'a=',
    'a= ',
    'a=\nb',
    'a=""',
    "a='' b",
    'a="\n"',
    'a=" "',
    'a=[cpf#1] b',
    'a=[cpf#12] b',
    'a= [client_secret%23345]',
    'a="[cpf#1] [cpf%232]"',
    'a=[object Object]',
    'a=,b',
    'a=\\"b',
    'a=(b',
    'a=“”',
  ])('is none in %j', (text) => {
    expect(read(text)).toBe(null)
  })
})

it.each([
  ['a', 'a'],
  ['a\\"b', 'a"b'],
  ['a\\\\b', 'a\\b'],
  ["a\\'b\\`", "a'b`"],
  ['a\\nb', 'a\\nb'],
  ['a""b', 'a"b'],
  ["a''b``", "a'b`"],
  [`a"'b`, `a"'b`],
])('%s within quotes stands for %s', (raw, expected) => {
  expect(unescaped(raw)).toBe(expected)
})
