import { describe, expect, it } from 'vitest'
import {
  decodeWord,
  isLongEncoded,
  isUnreadableDocument,
  joinBase64Lines,
  looksEncoded,
  unescapeOnce,
} from './encoded.js'

it.each<[string, string | null]>([
  ['a%20b%C3%A9', 'a bé'],
  ['a%E9b', 'aéb'],
  ['a+b', null],
  ['a+b%20', 'a b '],
  ['100%', null],
  ['\\u0041\\x42\\"\\/\\n', 'AB"/\n'],
  ['&amp;&#64;&#x40;&commat;&lt', '&@@@<'],
  ['&#1114112; &toString;', '&#1114112; &toString;'],
  ['%26%2364;', '@'],
])('%s stands for %j', (text, expected) => {
  expect(unescapeOnce(text)).toBe(expected === text ? null : expected)
})

it.each([
  ['personalizada', false],
  ['PERSONALIZADA', false],
  ['Personalizada', false],
  ['YUBjZGUuY29t', true],
  ['abcdefGhijkl', true],
  ['1234567890', false],
  ['3532393938323234373235', true],
])('%s may be encoded: %s', (word, expected) => {
  expect(looksEncoded(word)).toBe(expected)
})

describe('long Base64', () => {
  const long = Buffer.from('Maria da Silva, Rua das Flores, 123').toString('base64').replace(/=/g, '')

  it.each<[string, boolean]>([
    [long.slice(0, 40), true],
    [long.slice(0, 39), false],
    ['d41d8cd98f00b204e9800998ecf8427ed41d8cd98f00b204e9800998ecf8427e', false],
    ['550e8400-e29b-41d4-a716-446655440000-550e8400', false],
    ['caneca-esmaltada-branca-350-ml-personalizada-com-nome-e-foto', false],
    ['Caneca-Esmaltada-Branca-350ml-Personalizada-Com-Nome', false],
    ['Produtos/2026/03/Canecas/Esmaltadas/Caneca350Azul', false],
    ['1'.repeat(300), false],
    ['ab1'.repeat(67), true],
    ['a'.repeat(199), false],
    ['a'.repeat(200), true],
  ])('is %s: %s', (word, expected) => {
    expect(isLongEncoded(word, false)).toBe(expected)
  })

  it('of an identifier is longer', () => {
    const word = long.repeat(3)
    expect([isLongEncoded(word.slice(0, 127), true), isLongEncoded(word.slice(0, 128), true)]).toEqual([
      false,
      true,
    ])
  })
})

it.each([
  ['CPF 52998224725', 'utf8'],
  ['João da Silva', 'utf8'],
  ['João da Silva', 'latin1'],
  ['João da Silva', 'utf16le'],
] as const)('%s in %s is read in Base64 and hexadecimal digits, wherever they begin', (text, encoding) => {
  for (const before of ['', 'x', 'xy', 'xyz'])
    expect(decodeWord(before + Buffer.from(text, encoding).toString('base64url'))).toContain(text)
  for (const before of ['', 'x-', 'a'])
    expect(decodeWord(before + Buffer.from(text, encoding).toString('hex'))).toContain(text)
})

it.each(['Zx81kQ0pLm22vT', '550e8400-e29b-41d4-a716-446655440000', 'q7Zx81kQ0pLm22vTr5Wd'])(
  'nothing is read in %s',
  (word) => {
    expect(decodeWord(word)).toEqual([])
  },
)

it.each<[string, string | null]>([
  ['YWJj\nZGVm', 'YWJjZGVm'],
  ['YWJj \r\n  ZGVm\nxy=', 'YWJjZGVmxy='],
  ['YWJj ZGVm', null],
  ['a.\nb', null],
])('the lines of %j are %j', (text, expected) => {
  expect(joinBase64Lines(text)).toBe(expected)
})

it.each([
  ['<?xml version="1.0"?><a/>', true],
  ['<NFe xmlns="http://x">', true],
  ['<a><![CDATA[x]]></a>', true],
  ['<!DOCTYPE html>', true],
  ['00020126330014br.gov.bcb.pix0111', true],
  ['00020101021226700014BR 6304A1B2', true],
  ['<p>Caneca <b>azul</b></p>', false],
  ['0002010001', false],
])('%s is a document of another kind: %s', (text, expected) => {
  expect(isUnreadableDocument(text)).toBe(expected)
})
