import { describe, expect, it } from 'vitest'
import { textOfPattern } from './text-of-pattern.js'

describe('the text of a pattern', () => {
  it.each([
    ['^\\d{5}-\\d{3}$', '00000-000'],
    ['^\\d{2}\\.\\d{3}/\\d{4}$', '00.000/0000'],
    ['^[A-Z]{3}-\\d{2}$', 'AAA-00'],
    ['[a-f]{2}', 'aa'],
    ['^(sim|nao)$', 'sim'],
    ['^(?:a|b)+?c?$', 'a'],
    ['^(?<year>\\d{4})-x*$', '0000-'],
    ['^[\\]a-]+b{2,}$', ']bb'],
    ['^[\\d-]{1,9}$', '0'],
    ['^[a\\]\\\\]b$', 'ab'],
    ['^\\w+\\s.\\/$', 'a a/'],
    ['a|b|c', 'a'],
    ['((x)|y){2}z', 'xxz'],
    ['', ''],
  ])('%s is %j, which it allows', (pattern, expected) => {
    expect(textOfPattern(pattern)).toBe(expected)
    expect(new RegExp(pattern).test(expected)).toBe(true)
  })

  it.each([
    '^(?=a)b$',
    '(?!a)',
    '(?<!a)b',
    '^[^a]$',
    '(a)\\1',
    '\\p{L}',
    '\\bword',
    '\\u0041',
    'a)',
    '(a',
    '[a',
    'a\\',
    'a{1001}',
    '(a{100}){11}',
  ])('%s is not tried', (pattern) => expect(textOfPattern(pattern)).toBeNull())
})
