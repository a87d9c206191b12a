import type { z } from 'zod'
import { doubledKey } from '../../exchange/exact-json.js'
import { headerValue } from '../../exchange/exchange.js'
import { isObject, type Json, MAX_JSON_DEPTH } from '../../exchange/json.js'
import type { Route } from '../../specification/route.js'
import { alternatives, schemasAt } from '../../specification/schemas/form.js'
import { readQuery } from '../../specification/shapes.js'
import { isV2KeyName } from '../../specification/versions.js'
import { isCredentialName } from '../auth/same-origin.js'
import { documentedFacts } from '../conventions.js'
import { onlyValue } from '../lists/list-of.js'
import { type ObservedOptions, type ObserverNote, requestObserver } from '../observer.js'
import type { SeenExchange } from '../seen.js'
import { type Difference, unknownFields } from '../shapes/differences.js'
import { deviationsIn, evidenceOf, severityBy, shapesOf } from '../shapes/knowledge.js'

type BodyNote = ObserverNote<'request/body'>

/**
 * The body of a request matches the zod schema of its route: it is present, is JSON, is not wrapped in `data`, and
 * has the required fields with their types and values. If the table has no body, none is sent. Errors that our own
 * run makes on purpose are not breaches.
 */
export const body = requestObserver('request/body', () => (seen, note) => {
  const { route, exchange } = seen
  if (!route || !seen.context.shapes || seen.intent === 'invalid') return
  const { body: sent } = exchange.request
  if (exchange.gaps.includes('request-bodies') || (sent !== null && sent.flaw !== null)) return
  const isSent = sent !== null && sent.sizeBytes > 0
  if (isSent && takesNone(route)) return note.breach('surplus', { severity: 'warning' })
  const needed = route.method === 'GET' ? null : bodySeverity(seen, route)
  if (needed === null || (!isSent && seen.intent === 'unknown-record')) return
  note.tested()
  if (!isSent) note.breach('none', needed)
  else if (seen.requestJson?.ok === false && seen.requestJson.flaw === 'too-deep')
    note.breach('too-deep', { values: { most: MAX_JSON_DEPTH } })
  else if (!seen.requestJson?.ok) note.breach('not-json')
  else {
    const { name: field } = doubledKey(sent?.text ?? '') ?? {}
    if (field !== undefined) note.breach('doubled', { severity: 'info', values: { field }, subject: field })
    examine(seen, seen.requestJson.value, note)
  }
})

/** How much a body is needed; null: not at all. A PUT "replaces all data" and so sends it. */
function bodySeverity(seen: SeenExchange, route: Route): Pick<ObservedOptions, 'severity'> | null {
  if (route.tabulated) return route.body ? {} : null
  const known = documentedFacts(route, seen.context.profile)
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
  const told = deviationsIn(seen, { part: 'body', value, root: '$' }, (one) => isOwnReference(one, seen))
  for (const { deviation, options } of told.values()) note.breach(deviation, options)
  const documented = shapes.flatMap(({ by, body: schema }) => (schema && by === 'document' ? schema : []))
  for (const difference of unknownFields(documented, value, '$'))
    if (!told.has(difference.path)) note.breach('unknown', { ...evidenceOf(difference), severity: 'warning' })
}

/** In our own run a reference repeats a value that the service showed. A wrong type is that response's fault. */
function isOwnReference({ deviation, path }: Difference, { intent }: SeenExchange): boolean {
  return intent !== null && deviation === 'type' && /\.(?:id|ids[A-Z]\w*\[\])$/.test(path)
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

/**
 * Query parameters are known and have their type, and the required ones are present. Every list accepts the paging
 * parameters, and only the name of its definition shows that the store of a listing is `idLojaQuery`. Neither is
 * unknown if a table omits it.
 */
export const query = requestObserver('request/query', () => (seen, note) => {
  const { route, exchange } = seen
  if (!route || seen.intent === 'invalid' || exchange.request.method === 'OPTIONS') return
  const shapes = shapesOf(seen)
  if (!shapes.some((shape) => shape.query)) return
  note.tested()
  const value: Json = readQuery(seen.query)
  const told = deviationsIn(seen, { part: 'query', value, root: '?' }, (one) => isOfList(one, seen))
  for (const { deviation, options } of told.values())
    note.breach(deviation === 'type' ? 'value' : deviation, options)
  const schemas = shapes.flatMap(({ query: schema }) => schema ?? [])
  const unknown = unknownFields(schemas, value, '?').filter(
    ({ path }) => !told.has(path) && !isShared(path, seen),
  )
  for (const difference of unknown) note.breach('unknown', { ...evidenceOf(difference), severity: 'warning' })
  for (const name of doubledIn(seen)) {
    const path = `?${name}`
    if (
      told.has(path) ||
      unknown.some((one) => one.path === path) ||
      schemas.some((schema) => mayRepeat(schema, name))
    )
      continue
    const values = { path, values: seen.query.getAll(name).join(', ').slice(0, 60) }
    note.breach('doubled', { values, subject: path, severity: 'info' })
  }
})

/** Parameters with several values: which one counts is not specified. Credentials and keys have their own rules. */
function doubledIn({ query: sent }: SeenExchange): string[] {
  return [...new Set(sent.keys())].filter(
    (name) =>
      onlyValue(sent, name) === undefined &&
      !name.endsWith(']') &&
      !isV2KeyName(name) &&
      !isCredentialName(name),
  )
}

function mayRepeat(schema: z.ZodType, name: string): boolean {
  return schemasAt(schema, [name])
    .flatMap(alternatives)
    .some((one) => one.meta?.()?.repeats === true)
}

/** Our own run names a record by the identifier that a list showed. A wrong type is the fault of that list. */
function isOfList({ deviation, path }: Difference, { intent }: SeenExchange): boolean {
  return intent !== null && deviation !== 'missing' && /^\?ids?[A-Z]\w*(?:\[\])?$/.test(path)
}

/** Rules of their own tell of a key of version 2 and of a credential; the rest may come with any list. */
function isShared(path: string, { route }: SeenExchange): boolean {
  const name = path.slice(1)
  if (isV2KeyName(name) || isCredentialName(name)) return true
  if (/^\?(?:pagina|limite)$/.test(path)) return route?.method === 'GET'
  return (path === '?idLoja' || path === '?idLojaQuery') && route?.family === 'anuncios'
}
