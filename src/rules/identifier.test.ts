import { describe, expect, it } from 'vitest'
import { createdIn, isIdentifier, isNamed, segmentOf } from './identifier.js'

it.each([
  [16_000_000_001, '16000000001', true],
  [7, '007', true],
  ['7', '007', true],
  ['007', '7', true],
  ['a7', 'a7', true],
  [7, '8', false],
  [7, '7.0', false],
  [7, '7e0', false],
  [7, '', false],
  [0, '', false],
  [8, '1.', false],
  [10, '0:', false],
  [9_007_199_254_740_991, '09007199254740991', true],
  [9_007_199_254_740_991, '9007199254740993', false],
  [7, '7'.repeat(400), false],
  [10, '1e1', false],
  ['7', '70', false],
  ['a07', 'a7', false],
  // a double would take it for the safe number before it
  [9_007_199_254_740_991, '9007199254740992', false],
])('the identifier %j is named by the path %j: %s', (id, asked, expected) => {
  expect(isNamed(id, asked)).toBe(expected)
})

describe('the identifier in the answer to a create', () => {
  it.each([
    ['in data', { data: { id: 7 } }],
    ['as data', { data: 7 }],
    ['under a name of its own', { data: { idNotaFiscal: '7' } }],
    ['beside what it comes of', { data: { idCategoriaPai: 5, idProduto: 7 } }],
    ['of the one record in data', { data: [{ id: 7 }] }],
    ['beside nothing, as documented of accounts payable', { id: 7 }],
    ['beside what is no data', { id: 7, alertas: [] }],
  ])('is read %s', (_, answer) => {
    expect(createdIn(answer)).toBe('7')
  })

  it.each([
    ['several records', { data: [{ id: 7 }, { id: 8 }] }],
    ['no record', { data: [] }],
    ['a data that holds none, whatever stands beside it', { data: null, id: 7 }],
    ['zero', { id: 0 }],
    ['what it comes of', { data: { idCategoriaPai: 7, idHerdado: 7, idOrigem: 7 } }],
    ['an answer that is no object', 7],
    ['an array without its envelope', [{ id: 7 }]],
    ['nothing', undefined],
  ])('is not read of %s', (_, answer) => {
    expect(createdIn(answer)).toBeNull()
  })
})

describe('an identifier in a path', () => {
  it.each([
    '',
    ' ',
    '.',
    '..',
    ' .. ',
    '/',
    'a/b',
    '../7',
    'a\\b',
    '7?x',
    '7#x',
    '%2e%2e',
    '7%',
    '7,8',
    '7;8',
    '*',
    '7\n',
    '\ud800',
  ])('is none that may name something else: %j', (id) => {
    expect(segmentOf(id)).toBeNull()
  })

  it.each([
    ['7', '7'],
    ['MLB-12.3', 'MLB-12.3'],
    ['...', '...'],
    ['a b:c', 'a%20b%3Ac'],
    ['São', 'S%C3%A3o'],
    ['\u{1f600}', '%F0%9F%98%80'],
  ])('%j is %s', (id, segment) => {
    expect(segmentOf(id)).toBe(segment)
  })

  it.each(['', ' ', '.', '..', '\t..'])('is no identifier at all where it says nothing: %j', (id) => {
    expect(isIdentifier(id)).toBe(false)
  })

  it('is one, whatever a path makes of it: the specification does not say what one looks like', () => {
    expect(['a/b', '7?x', '%2e%2e'].map(isIdentifier)).toEqual([true, true, true])
  })
})
