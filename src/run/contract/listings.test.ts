import { describe, expect, it } from 'vitest'
import { type ContractTrial, tryContract } from './contract.fixture.js'
import { readOnly } from './permissions.js'
import { embeddedQuery } from './plan.js'

type Listing = Readonly<Record<string, unknown>>

/** Runs the contract of listings against a service whose lists and single reads of them are changed. */
async function tryListings(
  list: (records: readonly Listing[]) => unknown,
  single: (record: Listing) => Listing = (record) => record,
) {
  const vary: ContractTrial['vary'] = (response, { path }) => {
    const place = /\/anuncios(\/\d+)?(\?|$)/.exec(path)
    if (!place || response.status !== 200) return response
    const { data } = JSON.parse(String(response.body))
    const body = JSON.stringify({ data: place[1] ? single(data) : list(data) })
    return { ...response, body, headers: response.headers.filter(([name]) => name !== 'content-length') }
  }
  const permissions = { ...readOnly, embedded: true }
  const outcome = await tryContract({ permissions, selected: ['anuncios'], captures: embeddedQuery, vary })
  const told = outcome.judgement.findings.filter(({ severity }) => severity === 'error')
  return { log: outcome.log, errors: [...new Set(told.map(({ code, route }) => `${code} ${route}`))] }
}

const withProduct = (record: Listing) => ({ ...record, produto: { id: 16_000_000_001 } })

describe('listings whose list is an object', () => {
  const wrapped = (records: readonly Listing[]) => ({
    total: 2,
    itens: records.map(withProduct),
    filtros: [],
  })

  it('are read one by one and by their product, like those of an array', async () => {
    const { log, errors } = await tryListings(wrapped)
    expect(errors).toEqual([])
    expect(log.find((line) => /^GET \/anuncios\/1\d{10}(\?|$)/.test(line))).toBeDefined()
    expect(log.find((line) => line.includes('idProduto=16000000001'))).toBeDefined()
  })

  it('are found in the lists of other situations where none is published', async () => {
    const { log } = await tryListings((records) => ({
      itens: records.filter(({ situacao }) => situacao !== 1),
    }))
    expect(log.find((line) => /^GET \/anuncios\/1\d{10}(\?|$)/.test(line))).toBeDefined()
  })

  it.each<[string, (record: Listing) => Listing, string]>([
    ['a situation that none has', (record) => ({ ...record, situacao: 0 }), 'situations/listing:value'],
    ['another record', (record) => ({ ...record, id: 7 }), 'records/same-identifier:other'],
    ['no identifier', ({ id: _, ...record }) => record, 'records/same-identifier:missing'],
    [
      'another situation than the list was asked for',
      (record) => ({ ...record, situacao: 1 }),
      'lists/filter:other-when-read',
    ],
  ])('are judged where a single read shows %s', async (_, single, code) => {
    const { errors } = await tryListings(wrapped, single)
    expect(errors).toEqual([`${code} GET /anuncios/{idAnuncio}`])
  })
})

it('a listing that somebody publishes before it is read is none of another situation', async () => {
  let published: unknown
  const { log, errors } = await tryListings(
    (records) => records.filter(({ id }) => id !== published),
    (record) => {
      published = record.id
      return { ...record, situacao: 1 }
    },
  )
  expect(errors).toEqual([])
  expect(log.filter((line) => line.includes('situacao=4'))).toHaveLength(2)
})
