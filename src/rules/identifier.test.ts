import { describe, expect, it } from 'vitest'
import type { Json } from '../exchange/json.js'
import { createdIn, isIdentifier, isSameIdentifier, recordsListed, segmentOf } from './identifier.js'

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
  expect(isSameIdentifier(id, asked)).toBe(expected)
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
  ])('is read %s', (_, response) => {
    expect(createdIn(response)).toBe('7')
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
  ])('is not read of %s', (_, response) => {
    expect(createdIn(response)).toBeNull()
  })
})

describe('an identifier in a path', () => {
  it.each([
    '',
    ' ',
    '.',
    '..',
    '...',
    '/',
    'a/b',
    '../7',
    '../../produtos',
    '..%2F7',
    'a\\b',
    '7?x',
    '7#x',
    '7%',
    '7,8',
    '7;8',
    '*',
    '7\n',
    'a b',
    'MLB-12.3',
    'São',
    '٣',
    '\u{1f600}',
    '\ud800',
  ])('is none that is not letters, digits, hyphens and underscores alone: %j', (id) => {
    expect(segmentOf(id)).toBeNull()
  })

  it.each(['7', '16045372846', 'MLB-123_4', '01ARZ3NDEKTSV4RRFFQ69G5FAV'])('%j is itself', (id) => {
    expect(segmentOf(id)).toBe(id)
  })

  it.each(['', ' ', '.', '..', '\t..'])('is no identifier at all where it says nothing: %j', (id) => {
    expect(isIdentifier(id)).toBe(false)
  })

  it('is one, whatever a path makes of it: the specification does not say what one looks like', () => {
    expect(['a/b', '7?x', '%2e%2e'].map(isIdentifier)).toEqual([true, true, true])
  })
})

it.each<[Json | undefined, readonly Json[] | null]>([
  [[1], [1]],
  [[], []],
  [undefined, null],
  [null, null],
  ['x', null],
  [{}, null],
  [{ itens: [] }, []],
  [{ itens: [{ id: 1 }], total: 1 }, [{ id: 1 }]],
  [{ itens: [{ id: 1 }], erros: [] }, [{ id: 1 }]],
  [{ itens: [{ id: 1 }], ids: [1] }, [{ id: 1 }]],
  [{ itens: [{ id: 1 }, 2] }, null],
  [{ ids: [1] }, null],
  [{ itens: [{ id: 1 }], outros: [{ id: 2 }] }, null],
  [{ itens: [], outros: [] }, null],
])('of %j: %j', (data, records) => expect(recordsListed(data)).toEqual(records))
