import {
  changeData,
  changeJson,
  changeRecords,
  cutBody,
  deliverAs,
  FOREIGN_ID,
  setStatus,
} from './changes.js'
import { breaking, faultTable } from './fault.js'
import { isList, isPagedList, onRoutes, queryOf, rememberByPath } from './on-route.js'

/** The last page with records of each list, which `page-beyond-repeats` returns again after the end. */
const lastPage = rememberByPath<readonly Record<string, unknown>[]>()

/** All lists but that of the listings (anúncios), for which the specification does not promise an array. */
const plainLists = onRoutes((route) => isList(route) && route.id !== 'anuncios/list')

/** Pages of the list of contacts; without `page`: all of them. */
function pagesOfContacts(page?: string) {
  return onRoutes((route, context) => {
    const pagina = queryOf(context).get('pagina')
    return route.id === 'contatos/list' && pagina !== null && (page === undefined || pagina === page)
  })
}

/** Faults of lists on the routes outside the homologation. */
export const lists = faultTable({
  ...breaking('envelope/data', {
    'lists-beside-data': [onRoutes(isList), changeJson((value) => ({ ...value, total: 1 }))],
  }),
  ...breaking('envelope/json', {
    'list-broken-json': [onRoutes(isList), cutBody(1)],
  }),
  ...breaking('envelope/status', {
    // the page beyond the end asks for one record, too, but with `pagina`
    'limit-1-fails': [
      onRoutes((_, context) => queryOf(context).get('limite') === '1' && !queryOf(context).has('pagina')),
      setStatus(500),
    ],
    'list-missing': [onRoutes('categorias-produtos/list'), setStatus(404)],
  }),
  ...breaking('lists/array', {
    'limit-1-as-object': [
      onRoutes((route, context) => route.id !== 'anuncios/list' && queryOf(context).get('limite') === '1'),
      changeRecords((records) => records[0] ?? records),
    ],
    'list-as-object': [plainLists, changeData((data) => ({ itens: data }))],
    'list-of-numbers': [onRoutes(isList), changeRecords((records) => records.map(({ id }) => id))],
  }),
  ...breaking('lists/filter', {
    // each record gets another situation than the one that it was listed for
    'filter-ignored': [
      onRoutes((route, context) => route.id === 'anuncios/list' && queryOf(context).has('situacao')),
      changeRecords((records) =>
        records.map((record) => ({ ...record, situacao: record.situacao === 3 ? 4 : 3 })),
      ),
    ],
    'filter-refused': [
      onRoutes((route, context) => route.id === 'categorias-lojas/list' && queryOf(context).has('idLoja')),
      setStatus(400),
    ],
  }),
  ...breaking('lists/identifier', {
    'list-without-id': [plainLists, changeRecords((records) => records.map(({ id: _, ...rest }) => rest))],
  }),
  ...breaking('lists/limit', {
    'limit-ignored': [
      onRoutes((route, context) => isPagedList(route) && queryOf(context).has('limite')),
      (response, context) => {
        const limit = Number(queryOf(context).get('limite'))
        return changeRecords((records) => addRecordBeyond(limit, records))(response)
      },
    ],
  }),
  ...breaking('lists/page', {
    'page-2-empty': [pagesOfContacts('2'), changeRecords(() => [])],
    'page-3-empty': [
      onRoutes((_, context) => Number(queryOf(context).get('pagina')) > 2),
      changeRecords(() => []),
    ],
    'page-beyond-repeats': [
      pagesOfContacts(),
      (response, context) => {
        const limit = Number(queryOf(context).get('limite') ?? Infinity)
        return changeRecords((records) => {
          if (records.length === 0) return lastPage.get(context)?.slice(0, limit) ?? []
          lastPage.set(context, records)
          return records
        })(response)
      },
    ],
    // every page ends with the same record
    'page-repeated': [
      onRoutes((route, context) => isPagedList(route) && queryOf(context).has('pagina')),
      changeRecords((records) => [...records.slice(0, -1), ...records.slice(-1).map(withForeignId)]),
    ],
    'page-repeats-record': [
      pagesOfContacts('1'),
      changeRecords(([first, ...rest]) => (first ? [first, first, ...rest.slice(1)] : [])),
    ],
    'page-skips-record': [pagesOfContacts('2'), changeRecords((records) => records.slice(1))],
  }),
  ...breaking(
    'lists/summary',
    {
      'list-as-full': [
        onRoutes('depositos/list'),
        changeRecords((records) => records.map((record) => ({ desconsiderarSaldo: false, ...record }))),
      ],
      // the single read shows none of these fields, so it has fewer than the list
      'read-poorer-than-list': [
        onRoutes('categorias-lojas/list'),
        changeRecords((records) =>
          records.map((record) => ({ ...record, a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 })),
        ),
      ],
    },
    'warning',
  ),
  ...breaking('service/answers', {
    'list-reset': [onRoutes(isList), deliverAs({ kind: 'reset', afterBytes: 20 })],
  }),
})

function withForeignId(record: Record<string, unknown>) {
  return { ...record, id: FOREIGN_ID }
}

/** Adds one record beyond the limit if the page is full, with an identifier of its own. */
function addRecordBeyond(limit: number, records: readonly Record<string, unknown>[]) {
  const last = records.at(-1)
  return !last || records.length < limit ? records : [...records, { ...last, id: `${last.id}9` }]
}
