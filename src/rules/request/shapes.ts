import type { z } from 'zod'
import { findRepeatedKey } from '../../exchange/exact-json.js'
import { headerValue } from '../../exchange/exchange.js'
import { type Json, MAX_JSON_DEPTH } from '../../exchange/json.js'
import type { Route } from '../../specification/route.js'
import { alternatives, schemasAt } from '../../specification/schemas/form.js'
import { readQuery } from '../../specification/shapes.js'
import { isV2KeyName } from '../../specification/versions.js'
import { isCredentialName } from '../auth/same-origin.js'
import { documentedFacts } from '../conventions.js'
import { onlyValue } from '../lists/list-of.js'
import { type ObservedOptions, type ObserverNote, requestObserver } from '../observer.js'
import { isEnvelope, type SeenExchange } from '../seen.js'
import { type Difference, unknownFields } from '../shapes/differences.js'
import { deviationsIn, evidenceOf, severityBy, shapesOf } from '../shapes/knowledge.js'

type BodyNote = ObserverNote<'request/body'>

/**
 * The body of a request matches the zod schema of its route: it is present, is JSON, is not wrapped in `data`, and has the
 * required fields with their types and values. A route without a body in the table gets none. Requests that our own run
 * made wrong on purpose are left out.
 */
export const body = requestObserver('request/body', () => (seen, note) => {
  const { route, exchange } = seen
  if (!route || !seen.context.shapes || seen.intent === 'invalid') return
  const { body: sent } = exchange.request
  if (exchange.gaps.includes('request-bodies') || (sent !== null && sent.flaw !== null)) return
  const isSent = sent !== null && sent.sizeBytes > 0
  if (isSent && mustHaveNoBody(route)) return note.breach('surplus', { severity: 'warning' })
  const optionsIfMissing = findOptionsIfMissing(seen, route)
  // our own run may leave the body out where it tests the response for a record that does not exist
  if (optionsIfMissing === null || (!isSent && seen.intent === 'unknown-record')) return
  note.tested()
  if (!isSent) note.breach('none', optionsIfMissing)
  else if (seen.requestJson?.ok === false && seen.requestJson.flaw === 'too-deep')
    note.breach('too-deep', { values: { most: MAX_JSON_DEPTH } })
  else if (!seen.requestJson?.ok) note.breach('not-json')
  else {
    const { name: field } = findRepeatedKey(sent?.text ?? '') ?? {}
    if (field !== undefined) note.breach('doubled', { severity: 'info', values: { field }, subject: field })
    examineBody(seen, seen.requestJson.value, note)
  }
})

/**
 * The options for the breach that the body is missing: `{}` leaves the severity of the requirement. null if the route needs
 * no body, so that none is judged. Outside the tables, a PUT needs one because it replaces all data, but a PATCH may need none.
 */
function findOptionsIfMissing(seen: SeenExchange, route: Route): Pick<ObservedOptions, 'severity'> | null {
  if (route.method === 'GET') return null
  if (route.tabulated) return route.body ? {} : null
  const known = documentedFacts(route, seen.context.profile)
  if (known) return known.body ? severityBy('document', seen) : null
  return !seen.isNamedOnly && route.body && route.method !== 'PATCH' ? { severity: 'warning' } : null
}

/** A read has no body, nor has a route without one in the table. `homologation/delete` judges step 5. */
function mustHaveNoBody({ method, body: takes, family, tabulated }: Route): boolean {
  return method === 'GET' || (tabulated && !takes && family !== 'homologacao')
}

function examineBody(seen: SeenExchange, value: Json, note: BodyNote): void {
  const shapes = shapesOf(seen)
  const schemas = shapes.flatMap(({ body: schema }) => schema ?? [])
  const mayHaveData = schemas.some((schema) => schemasAt(schema, ['data']).length > 0)
  if (isEnvelope(value) && !mayHaveData) return note.breach('wrapped')
  const reported = deviationsIn(seen, { part: 'body', value, root: '$' }, (difference) =>
    isReferenceFromService(difference, seen),
  )
  for (const { deviation, options } of reported.values()) note.breach(deviation, options)
  const ofDocument = shapes.filter(({ source }) => source === 'document')
  const documented = ofDocument.flatMap(({ body: schema }) => schema ?? [])
  for (const difference of unknownFields(documented, value, '$'))
    if (!reported.has(difference.path))
      note.breach('unknown', { ...evidenceOf(difference), severity: 'warning' })
}

/** Our own run refers to records by values that the service returned. Then a wrong type is the service's fault. */
function isReferenceFromService({ deviation, path }: Difference, { intent }: SeenExchange): boolean {
  return intent !== null && deviation === 'type' && /\.(?:id|ids[A-Z]\w*\[\])$/.test(path)
}

/** A body is declared as `application/json`. Without a body, nothing is declared. */
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
  // RFC 8259 §8.1; only a warning if the service accepted it
  if (body?.text?.startsWith('\uFEFF'))
    note.breach('byte-order-mark', { values, severity: status === 400 ? 'error' : 'warning' })
})

/** Query parameters are known and have the right type, and the required ones are present. */
export const query = requestObserver('request/query', () => (seen, note) => {
  const { route, exchange } = seen
  if (!route || seen.intent === 'invalid' || exchange.request.method === 'OPTIONS') return
  const shapes = shapesOf(seen)
  if (!shapes.some((shape) => shape.query)) return
  note.tested()
  const value: Json = readQuery(seen.query)
  const reported = deviationsIn(seen, { part: 'query', value, root: '?' }, (difference) =>
    isIdentifierFromList(difference, seen),
  )
  for (const { deviation, options } of reported.values())
    note.breach(deviation === 'type' ? 'value' : deviation, options)
  const schemas = shapes.flatMap(({ query: schema }) => schema ?? [])
  const unknown = unknownFields(schemas, value, '?').filter(
    ({ path }) => !reported.has(path) && !isJudgedElsewhere(path, seen),
  )
  for (const difference of unknown) note.breach('unknown', { ...evidenceOf(difference), severity: 'warning' })
  for (const name of doubledIn(seen)) {
    const path = `?${name}`
    if (reported.has(path) || unknown.some((difference) => difference.path === path)) continue
    if (schemas.some((schema) => mayRepeat(schema, name))) continue
    const values = { path, values: seen.query.getAll(name).join(', ').slice(0, 60) }
    note.breach('doubled', { values, subject: path, severity: 'info' })
  }
})

/** Parameters that were sent with different values. Arrays (`ids[]`), credentials and keys of version 2 are left out. */
function doubledIn({ query: sent }: SeenExchange): string[] {
  return [...new Set(sent.keys())].filter(
    (name) =>
      onlyValue(sent, name) === undefined &&
      !name.endsWith(']') &&
      !isV2KeyName(name) &&
      !isCredentialName(name),
  )
}

/** Whether a schema marks a parameter as one that may be sent several times. */
function mayRepeat(schema: z.ZodType, name: string): boolean {
  return schemasAt(schema, [name])
    .flatMap(alternatives)
    .some((alternative) => alternative.meta?.()?.repeats === true)
}

/** Our own run names records by identifiers that a list returned. Then a wrong type is the list's fault. */
function isIdentifierFromList({ deviation, path }: Difference, { intent }: SeenExchange): boolean {
  return intent !== null && deviation !== 'missing' && /^\?ids?[A-Z]\w*(?:\[\])?$/.test(path)
}

/** Whether another rule judges a parameter (keys of version 2, credentials), or the specification allows it beyond the tables. */
function isJudgedElsewhere(path: string, { route }: SeenExchange): boolean {
  const name = path.slice(1)
  if (isV2KeyName(name) || isCredentialName(name)) return true
  if (/^\?(?:pagina|limite)$/.test(path)) return route?.method === 'GET'
  return (path === '?idLoja' || path === '?idLojaQuery') && route?.family === 'anuncios'
}
