import { describe, expect, it } from 'vitest'
import { suitesKnown } from '../../../suites/index.js'
import { contract } from '../../app/library/contract.js'
import { allRoutes, matchRoute } from '../../specification/find-route.js'
import { bling } from '../../specification/profile.js'
import { type Knowledge, routeName } from '../../specification/route.js'
import { tryContract } from './contract.fixture.js'
import { embeddedPermissions } from './permissions.js'

/** `GET /anuncios situacao`: every query parameter that the tables name. */
const parameters = allRoutes('specification')
  .filter(({ tabulated }) => tabulated)
  .flatMap((route) => Object.keys(route.query).map((name) => `${routeName(route)} ${name}`))

function sentIn(log: readonly string[]): Set<string> {
  return new Set(
    log.flatMap((line) => {
      const [method = '', target = ''] = line.split(' ')
      const [path = '', search = ''] = target.split('?')
      const route = matchRoute(method, path)?.route
      return route ? [...new URLSearchParams(search).keys()].map((name) => `${routeName(route)} ${name}`) : []
    }),
  )
}

function slice(value: string | number) {
  return { text: JSON.stringify(value), value }
}

const given = {
  tipoIntegracao: slice('MercadoLivre'),
  idLojaQuery: slice(203456781),
  idProduto: slice(15000000000),
  tipoProduto: slice('P'),
  idNoMarketplace: slice(1055),
  idCategoriaProdutoPai: slice(15000000000),
}

describe('the query parameters of the tables', () => {
  it('are each sent, with values that lists show, or that a user gives where none does', async () => {
    const { log, judgement } = await tryContract({
      selected: ['anuncios', 'categorias-lojas'],
      captures: given,
    })
    const sent = sentIn(log)
    const own = parameters.filter((name) => /\/(anuncios|categorias\/lojas)/.test(name))
    expect(own).toHaveLength(25)
    expect(own.filter((name) => !sent.has(name))).toEqual([])
    expect(new Set(judgement.findings.map(({ code }) => code))).toEqual(new Set(['lists/filter:not-shown']))
  })

  it('are named in the report where no list shows a value', async () => {
    const { judgement } = await tryContract({ selected: ['anuncios', 'categorias-lojas'], count: 0 })
    const left = judgement.steps.filter(({ id, reason }) => /-by-/.test(id) && reason)
    expect(left.map(({ id }) => id)).toContain('anuncios/list-by-tipoIntegracao')
    expect(left.map(({ id }) => id)).toContain('categorias-lojas/list-by-idLoja-1')
    expect(new Set(left.map(({ reason }) => reason))).toEqual(new Set(['contract.reason.no-identifier']))
  })

  it('are of their type: a marketplace’s own name for a category is none for a filter that takes integers', async () => {
    const { log, judgement } = await tryContract({
      selected: ['anuncios'],
      vary: (response, { method, path }) =>
        method === 'GET' && /\/anuncios\/categorias(\?|$)/.test(path) && response.status === 200
          ? { ...response, body: JSON.stringify({ data: [{ id: 7, idCategoria: 'MLB1055' }] }) }
          : response,
    })
    expect(log.filter((line) => line.includes('/categorias/7')).length).toBeGreaterThan(0)
    expect(log.filter((line) => line.includes('idCategoria=MLB'))).toEqual([])
    expect(judgement.findings.filter(({ blame }) => blame === 'harness')).toEqual([])
  })

  it('name no record by what a list shows in the place of an identifier, and is none', async () => {
    const { log } = await tryContract({
      service: { profile: bling },
      permissions: { ...embeddedPermissions, knowledge: 'document' },
      selected: ['produtos-lotes'],
      vary: (response, { method, path }) =>
        method === 'GET' && /\/produtos\/lotes(\?|$)/.test(path) && response.status === 200
          ? { ...response, body: JSON.stringify({ data: [{ idLote: 1.5 }] }) }
          : response,
    })
    expect(log.filter((line) => line.startsWith('GET /produtos/lotes?')).length).toBeGreaterThan(0)
    expect(log.filter((line) => line.includes('1.5'))).toEqual([])
  })

  it('take a user’s values everywhere, the first list included', async () => {
    const captures = { 'query tipoIntegracao': { text: '"Shopee"', value: 'Shopee' } }
    const { log } = await tryContract({ selected: ['anuncios'], captures })
    const sent = log.filter((line) => /\/anuncios/.test(line))
    expect(sent[0]).toMatch(/[?&]tipoIntegracao=Shopee/)
    const without = sent.filter((line) => !line.includes('tipoIntegracao='))
    expect(without.filter((line) => !/^(POST \/anuncios|PUT \/anuncios\/\d+)$/.test(line))).toEqual([])
  })

  it('bear the names by which the profile knows them', () => {
    const namesIn = (knowledge: Knowledge) =>
      suitesKnown(knowledge)
        .flatMap(({ steps }) => steps)
        .filter(({ path }) => path.startsWith('/anuncios'))
        .flatMap(({ query, offers }) => [...Object.keys(query ?? {}), ...Object.keys(offers ?? {})])
    const storeIn = (knowledge: Knowledge) => [
      ...new Set(namesIn(knowledge).filter((name) => /Loja/.test(name))),
    ]
    expect([storeIn('specification'), storeIn('document')]).toEqual([['idLojaQuery'], ['idLoja']])
  })

  it('are waited for by every step on listings where the document demands them', () => {
    const waitingIn = (knowledge: Knowledge) =>
      suitesKnown(knowledge)
        .flatMap(({ steps }) => steps)
        .filter(({ path }) => path.startsWith('/anuncios'))
        .map(
          ({ needs = [] }) => needs.includes('query tipoIntegracao') && needs.includes('query idLojaQuery'),
        )
    expect(new Set(waitingIn('specification'))).toEqual(new Set([false]))
    expect(new Set(waitingIn('document'))).toEqual(new Set([true]))
  })

  it('are asked for by the name of their file where the document demands them, and nobody gave them', async () => {
    const { judgement, log } = await tryContract({
      service: { profile: bling },
      permissions: { ...embeddedPermissions, knowledge: 'document' },
      selected: ['anuncios'],
    })
    expect(log.filter((line) => line.includes('/anuncios'))).toEqual([])
    const onListings = judgement.steps.filter(({ route }) => route?.includes('/anuncios'))
    expect(new Set(onListings.map(({ reason }) => reason))).toEqual(new Set(['contract.reason.no-parameter']))
  })

  // under spec `contract.test` finds nothing at all
  it('leave nothing to tell of our own requests under bling', async () => {
    const { report } = await contract({ profile: 'bling' })
    expect(report.findings.filter(({ requirement }) => requirement === 'harness/self')).toEqual([])
    expect(report.verdict).toBe('pass')
  })
})
