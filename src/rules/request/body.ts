import { doubledKey } from '../../exchange/exact-json.js'
import { headerValue } from '../../exchange/exchange.js'
import { isObject, type Json, MAX_JSON_DEPTH } from '../../exchange/json.js'
import type { Route } from '../../specification/route.js'
import { documentedOf } from '../conventions.js'
import { type ObservedOptions, type ObserverNote, requestObserver } from '../observer.js'
import type { SeenExchange } from '../seen.js'
import { type Difference, differencesOf, unknownFields } from '../shapes/differences.js'
import { evidenceOf, type KnownShape, severityBy, shapesOf } from '../shapes/knowledge.js'

type BodyNote = ObserverNote<'request/body'>

/**
 * The body of a request matches the zod schema of its route: it is present, is JSON, is not wrapped in `data`, and
 * has the required fields with their types and values. If the table has no body, none is sent. Errors that our own
 * run makes on purpose are not breaches.
 */
export const body = requestObserver('request/body', () => (seen, note) => {
  const { route, exchange } = seen
  if (!route || !seen.context.shapes || seen.meant === 'invalid') return
  const { body: sent } = exchange.request
  if (exchange.gaps.includes('request-bodies') || (sent !== null && sent.flaw !== null)) return
  const isSent = sent !== null && sent.sizeBytes > 0
  if (isSent && takesNone(route)) return note.breach('surplus', { severity: 'warning' })
  const needed = route.method === 'GET' ? null : bodySeverity(seen, route)
  if (needed === null || (!isSent && seen.meant === 'unknown-record')) return
  note.tested()
  if (!isSent) note.breach('none', needed)
  else if (seen.sent?.ok === false && seen.sent.flaw === 'too-deep')
    note.breach('too-deep', { values: { most: MAX_JSON_DEPTH } })
  else if (!seen.sent?.ok) note.breach('not-json')
  else {
    const { name: field } = doubledKey(sent?.text ?? '') ?? {}
    if (field !== undefined) note.breach('doubled', { severity: 'info', values: { field }, subject: field })
    examine(seen, seen.sent.value, note)
  }
})

/** How much a body is needed; null: not at all. A PUT "replaces all data" and so sends it. */
function bodySeverity(seen: SeenExchange, route: Route): Pick<ObservedOptions, 'severity'> | null {
  if (route.tabulated) return route.body ? {} : null
  const known = documentedOf(route, seen.context.profile)
  if (known) return known.body ? severityBy('document', seen) : null
  return !seen.isNamedOnly && route.body && route.method !== 'PATCH' ? { severity: 'warning' } : null
}

/** A read takes no body, nor does a route whose table has none. Of step 5 it is `homologation/delete`. */
function takesNone({ method, body: takes, family, tabulated }: Route): boolean {
  return method === 'GET' || (tabulated && !takes && family !== 'homologacao')
}

function examine(seen: SeenExchange, value: Json, note: BodyNote): void {
  const shapes = shapesOf(seen)
  const schemas = shapes.flatMap(({ body: schema }) => schema ?? [])
  if (isWrapped(value) && unknownFields(schemas, value, '$').every(({ path }) => path === '$.data'))
    return note.breach('wrapped')
  const told = new Set<string>()
  for (const known of shapes) examineBy(known, { seen, value, told }, note)
  const documented = shapes.flatMap(({ by, body: schema }) => (schema && by === 'document' ? schema : []))
  for (const difference of unknownFields(documented, value, '$')) {
    if (told.has(difference.path)) continue
    note.breach('unknown', { ...evidenceOf(difference), severity: 'warning' })
  }
}

interface SentBody {
  readonly seen: SeenExchange
  readonly value: Json
  /** Paths that need not be named again. */
  readonly told: Set<string>
}

function examineBy({ by, body: schema }: KnownShape, { seen, value, told }: SentBody, note: BodyNote): void {
  for (const difference of schema ? differencesOf(schema, value, '$', 'request') : []) {
    if (told.has(difference.path) || isOfService(difference, seen)) continue
    told.add(difference.path)
    note.breach(difference.deviation, { ...evidenceOf(difference), ...severityBy(by, seen) })
  }
}

/** In our own run a reference repeats a value that the service showed. A wrong type is that response's fault. */
function isOfService({ deviation, path }: Difference, { meant }: SeenExchange): boolean {
  return meant !== null && deviation === 'type' && /\.(?:id|ids[A-Z]\w*\[\])$/.test(path)
}

/** `{data: …}` is how responses come, not how bodies go. */
function isWrapped(value: Json): boolean {
  if (!isObject(value)) return false
  const names = Object.keys(value)
  return names.length === 1 && names[0] === 'data' && typeof value.data === 'object' && value.data !== null
}

/** A body is sent as `application/json`; none is declared where none is sent. */
export const contentType = requestObserver('request/content-type', () => ({ exchange, status }, note) => {
  const { channel, gaps } = exchange
  if (channel !== 'service' || gaps.includes('request-bodies') || gaps.includes('headers')) return
  const { body, headers } = exchange.request
  if (body?.flaw === 'not-recorded') return
  const declared = headerValue(headers, 'content-type')
  const isSent = body !== null && body.sizeBytes > 0
  note.tested()
  const values = { declared, method: exchange.request.method }
  if (isSent && declared === null) note.breach('missing', { values })
  else if (isSent && !/^\s*application\/json\s*(?:;|$)/i.test(declared ?? ''))
    note.breach('other', { values })
  else if (!isSent && declared !== null) note.breach('without-body', { values })
  // RFC 8259 §8.1; a service that takes it has the last word
  if (body?.text?.startsWith('\uFEFF'))
    note.breach('byte-order-mark', { values, severity: status === 400 ? 'error' : 'warning' })
})
