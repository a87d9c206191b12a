import { describe, expect, it } from 'vitest'
import { failingExchanges } from '../../../test/browser/samples.js'
import { type ExchangeFilter, filterExchanges, noFilter } from './exchange-filter.js'

const index = {
  stepOf: new Map([
    ['e1', 'homologation/1'],
    ['e3', 'homologation/3'],
    ['e5', 'homologation/3'],
  ]),
  routeOf: new Map([['e1', 'GET /homologacao/produtos']]),
  runOf: new Map([['e5', 2]]),
  severityOf: new Map([
    ['e5', 'error'],
    ['e6', 'warning'],
  ] as const),
}

function found(filter: Partial<ExchangeFilter>): string[] {
  return filterExchanges(failingExchanges(), { ...noFilter, ...filter }, index).map(({ id }) => id)
}

describe('filterExchanges', () => {
  it('asks for nothing by default', () => {
    expect(found({})).toHaveLength(6)
  })

  it.each([
    [{ run: 2 }, ['e5']],
    [{ step: 'homologation/3' }, ['e3', 'e5']],
    [{ route: 'GET /homologacao/produtos' }, ['e1']],
    [{ status: '4xx' as const }, ['e3', 'e5']],
    [{ status: 'none' as const }, ['e6']],
    [{ verdict: 'error' as const }, ['e5']],
    [{ verdict: 'clean' as const }, ['e1', 'e2', 'e3', 'e4']],
    [{ text: 'HANG up' }, ['e6']],
    [{ text: 'hash inválido 400' }, ['e5']],
    [{ text: 'patch', verdict: 'warning' as const }, ['e6']],
    [{ text: 'no such text' }, []],
  ])('finds by %o', (filter, ids) => {
    expect(found(filter)).toEqual(ids)
  })
})
