import { allRoutes } from '../../specification/find-route.js'
import type { Route } from '../../specification/route.js'
import type { HttpResponse } from '../response.js'
import { toData, toFields, toJson, toStatus, withBody, withData } from './changes.js'
import { breaking, faultTable, type Moment, type Where } from './fault.js'
import { isPicked, isRead, onRoutes, queryOf, type RoutePick, routeAt } from './on-route.js'
import { type ListedRecord, remembered, withOldTexts, withRecords } from './records-of.js'

/** Routes that PATCH can follow. There, values that come back would be a breach of the PATCH. */
const patched = new Set(
  allRoutes('specification')
    .filter(({ method }) => method === 'PATCH')
    .map(({ family }) => family),
)

const shown = remembered<ListedRecord>()

/** Faults of single records on the routes outside the homologation, and of writing them. */
export const records = faultTable({
  ...breaking('records/created-readable', {
    'created-otherwise': [afterWrite('categorias-lojas/create'), toData(withOldTexts)],
    'created-unreadable': [
      afterWrite((route) => route.success.data === 'created' && route.method === 'POST'),
      toStatus(404),
    ],
  }),
  ...breaking('records/deleted', {
    'removed-410': [afterWrite((route) => route.method === 'DELETE'), toStatus(410)],
    'removed-still-there': [afterWrite((route) => route.method === 'DELETE'), toJson({ data: {} }, 200)],
  }),
  ...breaking('records/patched', {
    'patch-changes-more': [afterWrite('produtos-fornecedores/patch'), toFields({ codigo: 'outro' })],
    'patch-forgotten': [
      afterWrite('produtos-fornecedores/patch'),
      toData((data) => ({ ...data, precoCusto: Number(data.precoCusto) + 1 })),
    ],
    'situation-changes-more': [afterWrite('campos-customizados/set-situation'), toFields({ nome: 'outro' })],
    'situation-empties-field': [afterWrite('contatos/set-situation'), toFields({ nome: '' })],
  }),
  ...breaking(
    'records/patched',
    { 'situation-forgotten': [afterWrite('contatos/set-situation'), toFields({ situacao: 'A' })] },
    'warning',
  ),
  ...breaking('records/replaced', {
    'put-forgotten': [
      afterWrite((route) => route.method === 'PUT' && !patched.has(route.family)),
      toData(withOldTexts),
    ],
  }),
  'put-merges': {
    breaks: 'records/replaced',
    severity: 'warning',
    where: onRoutes('produtos/read'),
    change: (response, moment) =>
      withData(response, (data) => {
        const before = shown.get(moment, moment.place) ?? {}
        const merged = { ...before, ...data, ...keptOf(before, data) }
        shown.set(moment, moment.place, merged)
        return merged
      }),
  },
  ...breaking('records/same-identifier', {
    'id-changes-type': [
      onRoutes('categorias-lojas/read'),
      toData((data) => ({ ...data, id: String(data.id) })),
    ],
    'read-empty': [onRoutes('borderos/read'), toData(() => ({}))],
    'read-of-another': [
      onRoutes((route) => isRead(route) && route.id !== 'anuncios/read-category'),
      toFields({ id: 15_000_000_001 }),
    ],
    'read-without-id': [onRoutes('borderos/read'), toData(({ id: _, ...rest }) => rest)],
  }),
  ...breaking('situations/custom-field', {
    'custom-field-not-set': [
      afterWrite('campos-customizados/set-situation'),
      toData((data) => ({ ...data, situacao: data.situacao === 1 ? 0 : 1 })),
    ],
    'custom-field-takes-anything': [
      onRoutes('campos-customizados/set-situation', [400]),
      (response) => ({ ...withBody(response, null, null), status: 204 }),
    ],
  }),
  ...breaking('situations/listing', {
    'listing-action-ignored': [
      afterWrite((route) => route.id === 'anuncios/publish' || route.id === 'anuncios/pause'),
      toFields({ situacao: 2 }),
    ],
    'listing-situation-5': [onRoutes('anuncios/read'), toFields({ situacao: 5 })],
  }),
  'listings-of-all-situations': {
    breaks: 'situations/listing-default',
    severity: 'warning',
    where: onRoutes((route, moment) => route.id === 'anuncios/list' && !queryOf(moment).has('situacao')),
    change: (response) =>
      withRecords(response, (records) => records.map((it, i) => (i > 0 ? it : { ...it, situacao: 4 }))),
  },
  ...breaking('categories/parent', {
    'parent-as-number': [onRoutes('categorias-produtos/read'), toFields({ categoriaPai: 15_000_000_001 })],
  }),
})

/** Restores fields that had a value before and are empty now. */
function keptOf(before: ListedRecord, now: ListedRecord): ListedRecord {
  return Object.fromEntries(Object.entries(before).filter(([name]) => isEmpty(now[name])))
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.values(value).every(isEmpty) : !value
}

/** Paths that are remembered at a time. */
const MOST_PATHS = 1000

/**
 * Reads of a record after a certain write to it succeeded, until another write. Only these faults keep a memory,
 * because a spoilt write shows in a later read.
 */
function afterWrite(write: RoutePick): Where {
  const written = new Set<string>()
  return (moment: Moment, response: HttpResponse) => {
    const route = routeAt(moment)
    if (!route) return false
    const keys = recordsOf(route, moment, response)
    if (isRead(route)) return keys.some((key) => written.has(key))
    if (route.method === 'GET' || response.status > 299) return false
    for (const key of keys) {
      written.delete(key)
      if (isPicked(write, route, moment)) written.add(key)
    }
    if (written.size > MOST_PATHS) written.delete(written.values().next().value ?? '')
    return false
  }
}

/** `/anuncios/7` for POST /anuncios/7/pausar, and for the POST /anuncios that responds with 7. */
function recordsOf(
  { path, success }: Route,
  { place, seed, session }: Moment,
  response: HttpResponse,
): string[] {
  const [, address = ''] = place.split(' ')
  const at = path.split('/').findIndex((segment) => segment.startsWith('{'))
  const owner = `${seed}/${session} `
  const segments = address.split('/')
  if (at >= 0) return [owner + segments.slice(0, at + 1).join('/')]
  const id =
    success.data === 'created' && response.status < 300
      ? /"id":"?([^",}]+)/.exec(String(response.body))?.[1]
      : undefined
  return id === undefined ? [] : [`${owner}${address}/${id}`]
}
