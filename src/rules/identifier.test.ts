import { describe, expect, it } from 'vitest'
import { createdIn, isNamed } from './identifier.js'

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
