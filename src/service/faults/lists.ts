import { delivered, withBody, withChanged, withData, withStatus } from './changes.js'
import { faultTable } from './fault.js'
import { isList, isPagedList, onRoutes, queryOf } from './on-route.js'
import { type ListedRecord, lengthened, remembered, withRecords } from './records-of.js'

const last = remembered<readonly ListedRecord[]>()

/** Faults of lists on the routes outside the homologation. */
export const lists = faultTable({
  'filter-ignored': {
    breaks: 'lists/filter',
    where: onRoutes((route, moment) => route.id === 'anuncios/list' && queryOf(moment).has('situacao')),
    change: (answer) =>
      withRecords(answer, (records) => records.map((it) => ({ ...it, situacao: it.situacao === 3 ? 4 : 3 }))),
  },
  'filter-refused': {
    breaks: 'lists/filter',
    where: onRoutes((route, moment) => route.id === 'categorias-lojas/list' && queryOf(moment).has('idLoja')),
    change: (answer) => withStatus(answer, 400),
  },
  'limit-ignored': {
    breaks: 'lists/limit',
    where: onRoutes((route, moment) => isPagedList(route) && queryOf(moment).has('limite')),
    change: (answer, moment) =>
      withRecords(answer, (records) => lengthened(records, Number(queryOf(moment).get('limite')))),
  },
  'limit-1-as-object': {
    breaks: 'lists/array',
    where: onRoutes((route, moment) => route.id !== 'anuncios/list' && queryOf(moment).get('limite') === '1'),
    change: (answer) => withRecords(answer, (records) => records[0] ?? records),
  },
  'limit-1-fails': {
    breaks: 'envelope/status',
    where: onRoutes((_, moment) => queryOf(moment).get('limite') === '1' && !queryOf(moment).has('pagina')),
    change: (answer) => withStatus(answer, 500),
  },
  'list-as-full': {
    breaks: 'lists/summary',
    severity: 'warning',
    where: onRoutes((route) => route.id === 'depositos/list'),
    change: (answer) =>
      withRecords(answer, (records) => records.map((it) => ({ desconsiderarSaldo: false, ...it }))),
  },
  'list-as-object': {
    breaks: 'lists/array',
    where: onRoutes((route) => isList(route) && route.id !== 'anuncios/list'),
    change: (answer) => withData(answer, (data) => ({ itens: data })),
  },
  'list-broken-json': {
    breaks: 'envelope/json',
    where: onRoutes(isList),
    change: (answer) => withBody(answer, String(answer.body).slice(0, -1)),
  },
  'list-missing': {
    breaks: 'envelope/status',
    where: onRoutes((route) => route.id === 'categorias-produtos/list'),
    change: (answer) => withStatus(answer, 404),
  },
  'list-of-numbers': {
    breaks: 'lists/array',
    where: onRoutes(isList),
    change: (answer) => withRecords(answer, (records) => records.map(({ id }) => id)),
  },
  'list-reset': {
    breaks: 'service/answers',
    where: onRoutes(isList),
    change: (answer) => delivered(answer, { kind: 'reset', afterBytes: 20 }),
  },
  'list-without-id': {
    breaks: 'lists/identifier',
    where: onRoutes((route) => isList(route) && route.id !== 'anuncios/list'),
    change: (answer) => withRecords(answer, (records) => records.map(({ id: _, ...rest }) => rest)),
  },
  'lists-beside-data': {
    breaks: 'envelope/data',
    where: onRoutes(isList),
    change: (answer) => withChanged(answer, (value) => ({ ...value, total: 1 })),
  },
  'page-2-empty': {
    breaks: 'lists/page',
    where: onRoutes((route, moment) => route.id === 'contatos/list' && queryOf(moment).get('pagina') === '2'),
    change: (answer) => withRecords(answer, () => []),
  },
  'page-3-empty': {
    breaks: 'lists/page',
    where: onRoutes((_, moment) => Number(queryOf(moment).get('pagina')) > 2),
    change: (answer) => withRecords(answer, () => []),
  },
  'page-beyond-repeats': {
    breaks: 'lists/page',
    where: onRoutes((route, moment) => route.id === 'contatos/list' && queryOf(moment).has('pagina')),
    change: (answer, moment) =>
      withRecords(answer, (records) => {
        const limite = Number(queryOf(moment).get('limite') ?? Infinity)
        if (records.length === 0) return last.get(moment, moment.place)?.slice(0, limite) ?? []
        last.set(moment, moment.place, records)
        return records
      }),
  },
  'page-repeated': {
    breaks: 'lists/page',
    where: onRoutes((route, moment) => isPagedList(route) && queryOf(moment).has('pagina')),
    change: (answer) =>
      withRecords(answer, (records) =>
        records.map((it, i) => (i < records.length - 1 ? it : { ...it, id: 15_000_000_001 })),
      ),
  },
  'page-repeats-record': {
    breaks: 'lists/page',
    where: onRoutes((route, moment) => route.id === 'contatos/list' && queryOf(moment).get('pagina') === '1'),
    change: (answer) =>
      withRecords(answer, ([first, ...rest]) => (first ? [first, first, ...rest.slice(1)] : [])),
  },
  'page-skips-record': {
    breaks: 'lists/page',
    where: onRoutes((route, moment) => route.id === 'contatos/list' && queryOf(moment).get('pagina') === '2'),
    change: (answer) => withRecords(answer, (records) => records.slice(1)),
  },
  'read-poorer-than-list': {
    breaks: 'lists/summary',
    severity: 'warning',
    where: onRoutes((route) => route.id === 'categorias-lojas/list'),
    change: (answer) =>
      withRecords(answer, (records) => records.map((it) => ({ ...it, a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 }))),
  },
})
