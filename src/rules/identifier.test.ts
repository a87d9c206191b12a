import { describe, expect, it } from 'vitest'
import { createdIn } from './identifier.js'

describe('the identifier in the answer to a create', () => {
  it.each([
    ['in data', { data: { id: 7 } }],
    ['as data', { data: 7 }],
    ['under a name of its own', { data: { idNotaFiscal: '7' } }],
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
    ['an answer that is no object', 7],
    ['an array without its envelope', [{ id: 7 }]],
    ['nothing', undefined],
  ])('is not read of %s', (_, answer) => {
    expect(createdIn(answer)).toBeNull()
  })
})
