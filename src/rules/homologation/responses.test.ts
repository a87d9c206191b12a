import { describe, expect, it } from 'vitest'
import { judge } from '../../judging/judge.js'
import { contextOf, exchangesOf, product, type Shot, steps } from '../exchanges.fixture.js'
import { broken, harmless } from './rows.fixture.js'

describe('the identifier of step 2', () => {
  const other = (id: string): Partial<Record<1 | 2 | 3 | 4 | 5, Partial<Shot>>> => ({
    3: { ask: `PUT /homologacao/produtos/${id}` },
    4: { ask: `PATCH /homologacao/produtos/${id}/situacoes` },
    5: { ask: `DELETE /homologacao/produtos/${id}` },
  })
  harmless([
    ['an identifier that is data itself', steps({ 2: { response: { data: 987 } } })],
    ['an identifier named idProduto', steps({ 2: { response: { data: { idProduto: 987 } } } })],
  ])
  broken([
    ['one beside data', 'homologation/product-id:missing', steps({ 2: { response: { id: 987, data: {} } } })],
    ['one without data', 'envelope/created:no-data', steps({ 2: { response: { id: 987 } } })],
    ['none at all', 'homologation/product-id:missing', steps({ 2: { response: { data: { nome: 'x' } } } })],
    [
      'one that is none',
      'homologation/product-id:not-an-identifier',
      steps({ 2: { response: { data: { id: 0 } } } }),
    ],
    ['an answer without a body', 'homologation/product-id:no-body', steps({ 2: { response: undefined } })],
    ['another identifier', 'homologation/same-product:other', steps(other('988'))],
  ])
  it('blames the service for one beside data', () => {
    const { cause } = judge(exchangesOf(steps({ 2: { response: { id: 987, data: {} } } })), contextOf())
    expect(cause?.blame).toBe('service')
  })
})

describe('an answer without content', () => {
  broken([
    ['one with a body', 'envelope/no-content:body', steps({ 5: { response: 'texto' } })],
    [
      'one in chunks',
      'envelope/no-content:chunked',
      steps({ 5: { responseHeaders: [['Transfer-Encoding', 'chunked']] } }),
    ],
  ])
})

describe('what step 1 hands out', () => {
  const first = (response: unknown) => steps({ 1: { response } }).slice(0, 1)
  broken([
    ['an answer without data', 'homologation/product-data:no-data', first({ produto: product })],
    ['data that is a list', 'homologation/product-data:no-object', first({ data: [product] })],
    ['data that holds nothing', 'homologation/product-data:empty', first({ data: {} })],
    ['no body', 'homologation/product-data:no-body', first(undefined)],
    ['a body that is no JSON', 'envelope/json:not-json', first('<html>')],
  ])
  harmless([
    [
      'a body that was not recorded',
      steps({ 1: { responseBody: { text: null, sizeBytes: 40, flaw: 'not-recorded' } } }),
    ],
  ])
})

describe('an answer of no bytes', () => {
  const nothing = { responseBody: { text: '', sizeBytes: 0, flaw: null } }
  broken([
    ['to step 1', 'homologation/product-data:no-body', steps({ 1: nothing }).slice(0, 1)],
    ['to step 2', 'homologation/product-id:no-body', steps({ 2: nothing })],
  ])
})
