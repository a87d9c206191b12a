import { allRoutes } from '../../specification/find-route.js'
import { isSuccess } from '../../specification/recognise.js'
import type { Route } from '../../specification/route.js'
import type { HttpResponse } from '../response.js'
import {
  changeData,
  changeRecords,
  FOREIGN_ID,
  respondWith,
  setBody,
  setFields,
  setStatus,
} from './changes.js'
import { breaking, type FaultContext, faultTable, type Where } from './fault.js'
import {
  isPicked,
  isRead,
  onRoutes,
  ownerOf,
  queryOf,
  type RoutePick,
  rememberByPath,
  routeAt,
} from './on-route.js'

type Fields = Record<string, unknown>

/** Families with a PATCH. `put-forgotten` leaves them out, because a read after their PATCH would show its old values too. */
const patchedFamilies = new Set(
  allRoutes('specification')
    .filter(({ method }) => method === 'PATCH')
    .map(({ family }) => family),
)

/** The newest state of each record that a read has shown, to which `put-merges` adds what a PUT leaves out. */
const lastRead = rememberByPath<Fields>()

/** Faults of single records on the routes outside the homologation, and of writing them. */
export const records = faultTable({
  ...breaking('records/created-readable', {
    'created-otherwise': [readsAfter('categorias-lojas/create'), changeData(withOldValues)],
    'created-unreadable': [
      readsAfter((route) => route.success.data === 'created' && route.method === 'POST'),
      setStatus(404),
    ],
  }),
  ...breaking('records/deleted', {
    'removed-410': [readsAfter((route) => route.method === 'DELETE'), setStatus(410)],
    'removed-still-there': [readsAfter((route) => route.method === 'DELETE'), respondWith(200, { data: {} })],
  }),
  ...breaking('records/patched', {
    'patch-changes-more': [readsAfter('produtos-fornecedores/patch'), setFields({ codigo: 'outro' })],
    'patch-forgotten': [
      readsAfter('produtos-fornecedores/patch'),
      changeData((data) => ({ ...data, precoCusto: Number(data.precoCusto) + 1 })),
    ],
    'situation-changes-more': [readsAfter('campos-customizados/set-situation'), setFields({ nome: 'outro' })],
    'situation-empties-field': [readsAfter('contatos/set-situation'), setFields({ nome: '' })],
  }),
  ...breaking(
    'records/patched',
    { 'situation-forgotten': [readsAfter('contatos/set-situation'), setFields({ situacao: 'A' })] },
    'warning',
  ),
  ...breaking('records/replaced', {
    'put-forgotten': [
      readsAfter((route) => route.method === 'PUT' && !patchedFamilies.has(route.family)),
      changeData(withOldValues),
    ],
  }),
  ...breaking(
    'records/replaced',
    { 'put-merges': [onRoutes('produtos/read'), restoreEmptiedFields] },
    'warning',
  ),
  ...breaking('records/same-identifier', {
    'id-changes-type': [
      onRoutes('categorias-lojas/read'),
      changeData((data) => ({ ...data, id: String(data.id) })),
    ],
    'read-empty': [onRoutes('borderos/read'), changeData(() => ({}))],
    // the category of a marketplace is read as its attributes, without an identifier
    'read-of-another': [
      onRoutes((route) => isRead(route) && route.id !== 'anuncios/read-category'),
      setFields({ id: FOREIGN_ID }),
    ],
    'read-without-id': [onRoutes('borderos/read'), changeData(({ id: _, ...rest }) => rest)],
  }),
  ...breaking('situations/custom-field', {
    'custom-field-not-set': [
      readsAfter('campos-customizados/set-situation'),
      changeData((data) => ({ ...data, situacao: data.situacao === 1 ? 0 : 1 })),
    ],
    'custom-field-takes-anything': [
      onRoutes('campos-customizados/set-situation', [400]),
      (response) => ({ ...setBody(null, null)(response), status: 204 }),
    ],
  }),
  ...breaking('situations/listing', {
    'listing-action-ignored': [
      readsAfter((route) => route.id === 'anuncios/publish' || route.id === 'anuncios/pause'),
      setFields({ situacao: 2 }),
    ],
    'listing-situation-5': [onRoutes('anuncios/read'), setFields({ situacao: 5 })],
  }),
  ...breaking(
    'situations/listing-default',
    {
      'listings-of-all-situations': [
        onRoutes((route, context) => route.id === 'anuncios/list' && !queryOf(context).has('situacao')),
        changeRecords(([first, ...rest]) => (first ? [{ ...first, situacao: 4 }, ...rest] : [])),
      ],
    },
    'warning',
  ),
  ...breaking('categories/parent', {
    'parent-as-number': [onRoutes('categorias-produtos/read'), setFields({ categoriaPai: FOREIGN_ID })],
  }),
})

/** Gives every text and number of the record another value, as if a write had not been applied. */
function withOldValues(record: Fields): Fields {
  const entries = Object.entries(record).map(([name, value]) => {
    if (name === 'id' || name === 'situacao') return [name, value]
    if (typeof value === 'string') return [name, 'valor antigo']
    return [name, typeof value === 'number' ? value + 1 : value]
  })
  return Object.fromEntries(entries)
}

/** Gives each field that is empty now, but had a value in an earlier read, that earlier value. */
function restoreEmptiedFields(response: HttpResponse, context: FaultContext): HttpResponse {
  return changeData((data) => {
    const before = lastRead.get(context) ?? {}
    const emptied = Object.entries(before).filter(([name]) => isEmpty(data[name]))
    const merged = { ...data, ...Object.fromEntries(emptied) }
    lastRead.set(context, merged)
    return merged
  })(response)
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.values(value).every(isEmpty) : !value
}

/**
 * Selects the reads of a record whose last write was one of the picked routes. These faults remember the writes,
 * because a write that was not applied shows only in a later read.
 */
function readsAfter(write: RoutePick): Where {
  const written = new Set<string>()
  return (context: FaultContext, response: HttpResponse) => {
    const route = routeAt(context)
    if (!route) return false
    const key = recordKey(route, context, response)
    if (isRead(route)) return key !== null && written.has(key)
    if (key === null || route.method === 'GET' || !isSuccess(response)) return false
    if (isPicked(write, route, context)) written.add(key)
    else written.delete(key)
    return false
  }
}

/**
 * Returns a key with the path of the record that a request is about: `/anuncios/7` for POST /anuncios/7/pausar, and for
 * a POST /anuncios whose response has the id 7. null if the request is about no single record.
 */
function recordKey(route: Route, context: FaultContext, response: HttpResponse): string | null {
  const owner = ownerOf(context)
  const idIndex = route.path.split('/').findIndex((segment) => segment.startsWith('{'))
  const upToId = context.path.split('/').slice(0, idIndex + 1)
  if (idIndex >= 0) return owner + upToId.join('/')
  if (route.success.data !== 'created' || !isSuccess(response)) return null
  const id = /"id":"?([^",}]+)/.exec(String(response.body))?.[1]
  return id === undefined ? null : `${owner}${context.path}/${id}`
}
