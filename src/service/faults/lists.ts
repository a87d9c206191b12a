import { delivered, toData, toStatus, withBody, withChanged } from './changes.js'
import { breaking, faultTable } from './fault.js'
import { isList, isPagedList, onRoutes, queryOf } from './on-route.js'
import { type ListedRecord, lengthened, remembered, toRecords, withRecords } from './records-of.js'

const last = remembered<readonly ListedRecord[]>()

/** Pages of the contacts, or one of them. */
function contacts(page?: string) {
  return onRoutes((route, moment) => {
    const asked = queryOf(moment).get('pagina')
    return route.id === 'contatos/list' && asked !== null && (page === undefined || asked === page)
  })
}

/** Lists of which nothing but an array is promised. */
const plainLists = onRoutes((route) => isList(route) && route.id !== 'anuncios/list')

/** Faults of lists on the routes outside the homologation. */
export const lists = faultTable({
  ...breaking('envelope/data', {
    'lists-beside-data': [
      onRoutes(isList),
      (response) => withChanged(response, (value) => ({ ...value, total: 1 })),
    ],
  }),
  ...breaking('envelope/json', {
    'list-broken-json': [
      onRoutes(isList),
      (response) => withBody(response, String(response.body).slice(0, -1)),
    ],
  }),
  ...breaking('envelope/status', {
    'limit-1-fails': [
      onRoutes((_, moment) => queryOf(moment).get('limite') === '1' && !queryOf(moment).has('pagina')),
      toStatus(500),
    ],
    'list-missing': [onRoutes('categorias-produtos/list'), toStatus(404)],
  }),
  ...breaking('lists/array', {
    'limit-1-as-object': [
      onRoutes((route, moment) => route.id !== 'anuncios/list' && queryOf(moment).get('limite') === '1'),
      toRecords((records) => records[0] ?? records),
    ],
    'list-as-object': [plainLists, toData((data) => ({ itens: data }))],
    'list-of-numbers': [onRoutes(isList), toRecords((records) => records.map(({ id }) => id))],
  }),
  ...breaking('lists/filter', {
    'filter-ignored': [
      onRoutes((route, moment) => route.id === 'anuncios/list' && queryOf(moment).has('situacao')),
      toRecords((records) => records.map((it) => ({ ...it, situacao: it.situacao === 3 ? 4 : 3 }))),
    ],
    'filter-refused': [
      onRoutes((route, moment) => route.id === 'categorias-lojas/list' && queryOf(moment).has('idLoja')),
      toStatus(400),
    ],
  }),
  ...breaking('lists/identifier', {
    'list-without-id': [plainLists, toRecords((records) => records.map(({ id: _, ...rest }) => rest))],
  }),
  ...breaking('lists/limit', {
    'limit-ignored': [
      onRoutes((route, moment) => isPagedList(route) && queryOf(moment).has('limite')),
      (response, moment) =>
        withRecords(response, (records) => lengthened(records, Number(queryOf(moment).get('limite')))),
    ],
  }),
  ...breaking('lists/page', {
    'page-2-empty': [contacts('2'), toRecords(() => [])],
    'page-3-empty': [onRoutes((_, moment) => Number(queryOf(moment).get('pagina')) > 2), toRecords(() => [])],
    'page-beyond-repeats': [
      contacts(),
      (response, moment) =>
        withRecords(response, (records) => {
          const limite = Number(queryOf(moment).get('limite') ?? Infinity)
          if (records.length === 0) return last.get(moment, moment.place)?.slice(0, limite) ?? []
          last.set(moment, moment.place, records)
          return records
        }),
    ],
    'page-repeated': [
      onRoutes((route, moment) => isPagedList(route) && queryOf(moment).has('pagina')),
      toRecords((records) =>
        records.map((it, i) => (i < records.length - 1 ? it : { ...it, id: 15_000_000_001 })),
      ),
    ],
    'page-repeats-record': [
      contacts('1'),
      toRecords(([first, ...rest]) => (first ? [first, first, ...rest.slice(1)] : [])),
    ],
    'page-skips-record': [contacts('2'), toRecords((records) => records.slice(1))],
  }),
  ...breaking(
    'lists/summary',
    {
      'list-as-full': [
        onRoutes('depositos/list'),
        toRecords((records) => records.map((it) => ({ desconsiderarSaldo: false, ...it }))),
      ],
      'read-poorer-than-list': [
        onRoutes('categorias-lojas/list'),
        toRecords((records) => records.map((it) => ({ ...it, a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 }))),
      ],
    },
    'warning',
  ),
  ...breaking('service/answers', {
    'list-reset': [onRoutes(isList), (response) => delivered(response, { kind: 'reset', afterBytes: 20 })],
  }),
})
