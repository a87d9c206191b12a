import { credentialsOf, headerValue } from '../../exchange/exchange.js'
import { type Json, valueIn } from '../../exchange/json.js'
import { type Route, routeName } from '../../specification/route.js'
import { isRefusedForScope } from '../auth/token-request.js'
import { isResource, needsRecord, successDemandOf, successStatuses } from '../conventions.js'
import type { Values } from '../finding.js'
import { filtersOf, idsOf } from '../lists/list-of.js'
import { isNoPage } from '../lists/page.js'
import { Doubts, type Memory, RecentMap } from '../memory.js'
import { type ExchangeReference, type ObserverNote, observer } from '../observer.js'
import type { SeenExchange } from '../seen.js'
import { lacksRequired } from '../shapes/knowledge.js'

type StatusNote = ObserverNote<'envelope/status'>

/**
 * A success has the status that the table of routes or a convention demands. No request may fail with 5xx, and a request
 * that should succeed may not fail at all. `errors/*` judges invalid requests and those for unknown records, `auth/refused`
 * those without a token.
 */
export const status = observer('envelope/status', (memory) => {
  /** By the label of a token, the routes that refused it. */
  const refusals = new RecentMap<readonly Refusal[]>(8)
  const textIds = new RecentMap<string>(500)
  const missing = new Doubts<MissingRecord>()
  return (seen, note) => {
    const { route, status } = seen
    if (!isResource(route)) return
    const doubt = missing.takeSettledBy(seen)
    // the other read still shows the record, so it existed when it was not found
    if (doubt && isShownBy(seen, doubt.id))
      note.breach('not-found', { values: doubt.values, exchange: doubt })
    if (status === null) return
    const response = { seen, route, status }
    examineToken(response, refusals, note)
    learnTextIds(response, textIds)
    if (seen.isSuccess) examineSuccess(response, note)
    else if (status >= 500) examineServerError(response, memory, note)
    else if (seen.intent === 'success') examineOwnRefusal(response, { memory, textIds, missing }, note)
    else if (seen.intent === null) examineForeignRefusal(response, memory, note)
  }
})

/** What the observer knows from earlier exchanges. */
interface Known {
  readonly memory: Memory
  /** By an identifier that a list showed as a text of digits, the list's route. */
  readonly textIds: RecentMap<string>
  readonly missing: Doubts<MissingRecord>
}

/** A request that did not find a record shown by another read. Somebody may have deleted the record in between. */
interface MissingRecord extends ExchangeReference {
  readonly id: string
  readonly values: Values
}

/** Whether a list, or a record that refers to another one in whatever field, shows the identifier. */
function isShownBy({ listedRecords, data }: SeenExchange, id: string): boolean {
  if (listedRecords) return idsOf(listedRecords).includes(id)
  // masking may have replaced the identifier by a label such as `[cpf#1]`, which is a word without its brackets
  const word = id.replace(/^\[|\]$/g, '')
  return JSON.stringify(data ?? null)
    .split(/[^\w#-]+/)
    .includes(word)
}

/** A complete response of a known route. */
interface Received {
  readonly seen: SeenExchange
  readonly route: Route
  readonly status: number
}

/** A route that refused a token of our own run. */
interface Refusal extends ExchangeReference {
  readonly route: Route
  readonly status: number
  readonly respondedAtMs: number
}

/** Reports a route that refused a token which another route then accepted. Until then, the token itself may be invalid. */
function examineToken(
  { seen, route, status }: Received,
  refusals: RecentMap<readonly Refusal[]>,
  note: StatusNote,
): void {
  const { exchange, intent } = seen
  if (intent === null || intent === 'without-token') return
  const token = credentialsOf(exchange)
  const before = refusals.get(token) ?? []
  // 403 and 429 do not refuse the token, and a 400 to a request that is invalid on purpose may be about its content
  const refusesToken = status === 401 || (status === 400 && intent !== 'invalid')
  if (seen.isAccessRefused && refusesToken) {
    if (before.some((refusal) => refusal.route === route)) return
    refusals.set(token, [...before, { ...seen.reference, route, status, respondedAtMs: seen.endMs }])
  } else if (seen.isSuccess && before.length > 0) {
    // only a success of another route disproves a refusal, and only if its request was sent afterwards
    const isOpen = (refusal: Refusal) => refusal.route === route || refusal.respondedAtMs > exchange.sentAtMs
    for (const refusal of before) {
      const values = { status: refusal.status, expected: expectedOf(seen, refusal.route) }
      if (!isOpen(refusal)) note.breach('token-refused', { values, exchange: refusal })
    }
    refusals.set(token, before.filter(isOpen))
  }
}

function examineSuccess({ seen, route, status }: Received, note: StatusNote): void {
  note.tested()
  const { statuses, isStrict } = successDemandOf(route, seen.context.profile)
  if (statuses.includes(status)) return
  const values = { status, expected: statuses.join(', ') }
  if (!successStatuses.includes(status)) note.breach('no-success', { values })
  // for a request that should have been refused, `errors/*` reports that it succeeded at all
  else if (!seen.isWronglyAccepted)
    note.breach('other-success', { values, ...(isStrict ? {} : { severity: 'warning' }) })
}

/** Leaves invalid requests and those for unknown or deleted records to `errors/*`, which says what status they should have received. */
function examineServerError({ seen, route, status }: Received, memory: Memory, note: StatusNote): void {
  if (seen.intent === 'unknown-record' || seen.intent === 'invalid') return
  if (needsRecord(route) && memory.wasDeleted(seen.recordKey)) return
  note.breach('server-error', { values: { status, expected: expectedOf(seen, route) } })
}

/** Reports why a request that our own run meant to succeed was refused. */
function examineOwnRefusal({ seen, route, status }: Received, known: Known, note: StatusNote): void {
  const values = { status, expected: expectedOf(seen, route) }
  // `auth/scope` reports a missing scope
  if (isRefusedForScope(seen.exchange, seen.context.profile)) return
  if (status === 403) return note.breach('forbidden', { values, blame: 'environment' })
  // a refused token is judged by `examineToken`, and a request limit says nothing about the request
  if (seen.isAccessRefused || isLaterPage(seen, status)) return
  const suffix = refusalOfNamedPath(seen, status)
  if (suffix) return note.breach(suffix, { values, severity: 'info' })
  if (status === 404) return examineMissing({ seen, route, status }, known, note)
  if (isJudgedElsewhere(seen) || (route.method === 'GET' && lacksRequired(seen))) return
  if (status === 400 && route.method !== 'GET') return examineRefusedBody(seen, values, known, note)
  const location = status < 400 ? headerValue(seen.exchange.response?.headers ?? [], 'location') : null
  if (location === null) note.breach('refused', { values })
  else note.breach('redirected', { values: { ...values, location: location.slice(0, MAX_SHOWN_ADDRESS) } })
}

/** Reports a 400 to a write of our own run. The bodies are samples, so without another reason the sample is wrong. */
function examineRefusedBody(seen: SeenExchange, values: Values, { textIds }: Known, note: StatusNote): void {
  const id = findTextReference(valueIn(seen.requestJson), textIds)
  if (id === null) return note.breach('sample-refused', { values, blame: 'harness', severity: 'warning' })
  const evidence = { ...values, id, list: textIds.get(id) ?? null }
  note.breach('reference-refused', { values: evidence, severity: 'warning' })
}

/** Reports a 404 to a request of our own run, which addresses only collections and records that it has seen. */
function examineMissing({ seen, route, status }: Received, known: Known, note: StatusNote): void {
  const { memory, missing } = known
  const values = { status, expected: expectedOf(seen, route) }
  if (route.path === PATH_OF_TWO_SPELLINGS) return note.breach('other-spelling', { values })
  // `records/created-readable` judges whether a created record can be read; after that read, no write may miss it
  const isUnread = memory.wasCreated(seen.key) && (route.method === 'GET' || !memory.wasRead(seen.key))
  if (memory.wasDeleted(seen.recordKey) || isUnread) return
  const doubt = { ...seen.reference, id: seen.pathIdentifier.requestedId, values }
  if (!missing.add(seen, doubt)) note.breach('not-found', { values })
}

const MAX_SHOWN_ADDRESS = 200

/** The specification writes this path also as `/forma-pagamentos`, so a service may know either. */
const PATH_OF_TWO_SPELLINGS = '/formas-pagamentos'

/** Our own run refers only to the first records of a list. */
const MAX_REFERRED_RECORDS = 10

/** Remembers identifiers that a list shows as texts of digits. A body that refers to them so may be refused. */
function learnTextIds({ seen, route }: Received, textIds: RecentMap<string>): void {
  if (seen.intent === null) return
  for (const { id } of (seen.listedRecords ?? []).slice(0, MAX_REFERRED_RECORDS))
    if (typeof id === 'string' && /^\d+$/.test(id)) textIds.set(id, routeName(route))
}

/** The first of these identifiers by which a body refers to a record, at any depth. */
function findTextReference(value: Json | undefined, textIds: RecentMap<string>): string | null {
  if (textIds.isEmpty || typeof value !== 'object' || value === null) return null
  for (const [name, inner] of Object.entries(value)) {
    // `"idContato": "7"`, and `"7"` in an array of identifiers
    const mayRefer = Array.isArray(value) || /^id(?:$|[A-Z])/.test(name)
    if (mayRefer && typeof inner === 'string' && textIds.has(inner)) return inner
    const found = findTextReference(inner, textIds)
    if (found !== null) return found
  }
  return null
}

/** Other clients may mean their request to fail. But collections exist, and so do records that this traffic read. */
function examineForeignRefusal({ seen, route, status }: Received, memory: Memory, note: StatusNote): void {
  // a 304 tells a client that its copy is still valid
  if (seen.isAccessRefused || status === 304) return
  const values = { status, expected: expectedOf(seen, route) }
  if (refusalOfNamedPath(seen, status) === 'named-only')
    return note.breach('named-only', { values, severity: 'info' })
  if (seen.isNamedOnly || route.method !== 'GET') return
  if (!route.path.includes('{')) {
    const isMissing = status === 404 && !isLaterPage(seen, status)
    if (isMissing) note.breach('not-found', { values, severity: 'warning' })
    return
  }
  if (!needsRecord(route) || !memory.wasRead(seen.key)) return
  if (isJudgedElsewhere(seen) || lacksRequired(seen)) return
  note.breach(status === 404 ? 'not-found' : 'refused', { values })
}

function expectedOf({ context }: SeenExchange, route: Route): string {
  return successDemandOf(route, context.profile).statuses.join(', ')
}

/** The specification names some paths without their methods (`isNamedOnly`). It is no error if such a path has no GET, or needs parameters. */
function refusalOfNamedPath(seen: SeenExchange, status: number): 'named-only' | 'named-refused' | null {
  if (!seen.isNamedOnly || seen.exchange.request.method !== 'GET') return null
  if (status === 404 || status === 405) return 'named-only'
  return status === 400 && seen.query.size === 0 ? 'named-refused' : null
}

/** `lists/filter` judges a refused filter, `situations/custom-field` a refused situation of a custom field. */
function isJudgedElsewhere({ route, query, status }: SeenExchange): boolean {
  if (status !== 400 || !route) return false
  if (route.id === 'campos-customizados/set-situation') return true
  return filtersOf(route.query).some(([name]) => query.has(name))
}

/** Whether a list has no page of this number. `lists/page` judges that response. */
function isLaterPage({ query }: SeenExchange, status: number): boolean {
  return isNoPage(status) && Number(query.get('pagina')) > 1
}
