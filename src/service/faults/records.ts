import { allRoutes } from '../../specification/find-route.js'
import type { Route } from '../../specification/route.js'
import type { Answer } from '../answer.js'
import { withBody, withData, withJson, withStatus } from './changes.js'
import { faultTable, type Moment, type Where } from './fault.js'
import { isRead, onRoutes, queryOf, routeAt } from './on-route.js'
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
  'created-otherwise': {
    breaks: 'records/created-readable',
    where: afterWrite((route) => route.method === 'POST' && route.id === 'categorias-lojas/create'),
    change: (answer) => withData(answer, withOldTexts),
  },
  'created-unreadable': {
    breaks: 'records/created-readable',
    where: afterWrite((route) => route.success.data === 'created' && route.method === 'POST'),
    change: (answer) => withStatus(answer, 404),
  },
  'custom-field-not-set': {
    breaks: 'situations/custom-field',
    where: afterWrite((route) => route.id === 'campos-customizados/set-situation'),
    change: (answer) => withData(answer, (data) => ({ ...data, situacao: data.situacao === 1 ? 0 : 1 })),
  },
  'custom-field-takes-anything': {
    breaks: 'situations/custom-field',
    where: onRoutes((route) => route.id === 'campos-customizados/set-situation', [400]),
    change: (answer) => ({ ...withBody(answer, null, null), status: 204 }),
  },
  'id-changes-type': {
    breaks: 'records/same-identifier',
    where: onRoutes((route) => route.id === 'categorias-lojas/read'),
    change: (answer) => withData(answer, (data) => ({ ...data, id: String(data.id) })),
  },
  'listing-action-ignored': {
    breaks: 'situations/listing',
    where: afterWrite((route) => route.id === 'anuncios/publish' || route.id === 'anuncios/pause'),
    change: (answer) => withData(answer, (data) => ({ ...data, situacao: 2 })),
  },
  'listing-situation-5': {
    breaks: 'situations/listing',
    where: onRoutes((route) => route.id === 'anuncios/read'),
    change: (answer) => withData(answer, (data) => ({ ...data, situacao: 5 })),
  },
  'listings-of-all-situations': {
    breaks: 'situations/listing-default',
    severity: 'warning',
    where: onRoutes((route, moment) => route.id === 'anuncios/list' && !queryOf(moment).has('situacao')),
    change: (answer) =>
      withRecords(answer, (records) => records.map((it, i) => (i > 0 ? it : { ...it, situacao: 4 }))),
  },
  'parent-as-number': {
    breaks: 'categories/parent',
    where: onRoutes((route) => route.id === 'categorias-produtos/read'),
    change: (answer) => withData(answer, (data) => ({ ...data, categoriaPai: 15_000_000_001 })),
  },
  'patch-changes-more': {
    breaks: 'records/patched',
    where: afterWrite((route) => route.id === 'produtos-fornecedores/patch'),
    change: (answer) => withData(answer, (data) => ({ ...data, codigo: 'outro' })),
  },
  'patch-forgotten': {
    breaks: 'records/patched',
    where: afterWrite((route) => route.id === 'produtos-fornecedores/patch'),
    change: (answer) => withData(answer, (data) => ({ ...data, precoCusto: Number(data.precoCusto) + 1 })),
  },
  'put-forgotten': {
    breaks: 'records/replaced',
    where: afterWrite((route) => route.method === 'PUT' && !patched.has(route.family)),
    change: (answer) => withData(answer, withOldTexts),
  },
  'put-merges': {
    breaks: 'records/replaced',
    severity: 'warning',
    where: onRoutes((route) => route.id === 'produtos/read'),
    change: (answer, moment) =>
      withData(answer, (data) => {
        const before = shown.get(moment, moment.place) ?? {}
        const merged = { ...before, ...data, ...keptOf(before, data) }
        shown.set(moment, moment.place, merged)
        return merged
      }),
  },
  'read-empty': {
    breaks: 'records/same-identifier',
    where: onRoutes((route) => route.id === 'borderos/read'),
    change: (answer) => withData(answer, () => ({})),
  },
  'read-of-another': {
    breaks: 'records/same-identifier',
    where: onRoutes((route) => isRead(route) && route.id !== 'anuncios/read-category'),
    change: (answer) => withData(answer, (data) => ({ ...data, id: 15_000_000_001 })),
  },
  'read-without-id': {
    breaks: 'records/same-identifier',
    where: onRoutes((route) => route.id === 'borderos/read'),
    change: (answer) => withData(answer, ({ id: _, ...rest }) => rest),
  },
  'removed-410': {
    breaks: 'records/deleted',
    where: afterWrite((route) => route.method === 'DELETE'),
    change: (answer) => withStatus(answer, 410),
  },
  'removed-still-there': {
    breaks: 'records/deleted',
    where: afterWrite((route) => route.method === 'DELETE'),
    change: (answer) => ({ ...withJson(answer, { data: {} }), status: 200 }),
  },
  'situation-changes-more': {
    breaks: 'records/patched',
    where: afterWrite((route) => route.id === 'campos-customizados/set-situation'),
    change: (answer) => withData(answer, (data) => ({ ...data, nome: 'outro' })),
  },
  'situation-empties-field': {
    breaks: 'records/patched',
    where: afterWrite((route) => route.id === 'contatos/set-situation'),
    change: (answer) => withData(answer, (data) => ({ ...data, nome: '' })),
  },
  'situation-forgotten': {
    breaks: 'records/patched',
    severity: 'warning',
    where: afterWrite((route) => route.id === 'contatos/set-situation'),
    change: (answer) => withData(answer, (data) => ({ ...data, situacao: 'A' })),
  },
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
function afterWrite(isWrite: (route: Route) => boolean): Where {
  const written = new Set<string>()
  return (moment: Moment, answer: Answer) => {
    const route = routeAt(moment)
    if (!route) return false
    const keys = recordsOf(route, moment, answer)
    if (isRead(route)) return keys.some((key) => written.has(key))
    if (route.method === 'GET' || answer.status > 299) return false
    for (const key of keys) {
      written.delete(key)
      if (isWrite(route)) written.add(key)
    }
    if (written.size > MOST_PATHS) written.delete(written.values().next().value ?? '')
    return false
  }
}

/** `/anuncios/7` for POST /anuncios/7/pausar, and for the POST /anuncios that answers 7. */
function recordsOf({ path, success }: Route, { place, seed, session }: Moment, answer: Answer): string[] {
  const [, address = ''] = place.split(' ')
  const at = path.split('/').findIndex((segment) => segment.startsWith('{'))
  const owner = `${seed}/${session} `
  const segments = address.split('/')
  if (at >= 0) return [owner + segments.slice(0, at + 1).join('/')]
  const id =
    success.data === 'created' && answer.status < 300
      ? /"id":"?([^",}]+)/.exec(String(answer.body))?.[1]
      : undefined
  return id === undefined ? [] : [`${owner}${address}/${id}`]
}
