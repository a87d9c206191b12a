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
 * that should succeed may not fail at all. `errors/*` judges invalid requests and those for unknown records.
 */
export const status = observer('envelope/status', (memory) => {
  const refusals = new RecentMap<readonly Refusal[]>(8)
  const textIds = new RecentMap<string>(500)
  const missing = new Doubts<MissingRecord>()
  return (seen, note) => {
    if (!isResource(seen.route)) return
    const doubt = missing.takeSettledBy(seen)
    if (doubt && isShownBy(seen, doubt.id))
      note.breach('not-found', { values: doubt.values, exchange: doubt })
    examineToken(seen, refusals, note)
    learnTextIds(seen, textIds)
    const { route, status } = seen
    if (status === null) return
    const response = { seen, route, status }
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

/** A read that did not find a record shown by another read. Somebody may have deleted the record in between. */
interface MissingRecord extends ExchangeReference {
  readonly id: string
  readonly values: Values
}

/** Whether a list, or a record that refers to another one, shows the identifier, which may be a label: `[cpf#1]`. */
function isShownBy({ listedRecords, data }: SeenExchange, id: string): boolean {
  if (listedRecords) return idsOf(listedRecords).includes(id)
  const wordsIn = (text: string) => text.split(/[^\w#-]+/)
  return wordsIn(JSON.stringify(data ?? null)).includes(wordsIn(id).join(''))
}

/** A route that refused a token of our own run. */
interface Refusal extends ExchangeReference {
  readonly status: number
  readonly respondedAtMs: number
}

/** Reports a route that refused a token which another route then accepted. Until then, the token itself may be invalid. */
function examineToken(seen: SeenExchange, refusals: RecentMap<readonly Refusal[]>, note: StatusNote): void {
  const { exchange, route, status, intent } = seen
  if (intent === null || intent === 'without-token' || status === null) return
  const credentials = credentialsOf(exchange)
  const before = refusals.get(credentials) ?? []
  if (seen.isAccessRefused && (status === 401 || (status === 400 && intent !== 'invalid'))) {
    if (before.some((refusal) => refusal.route === route)) return
    refusals.set(credentials, [...before, { ...seen.reference, status, respondedAtMs: seen.endMs }])
  } else if (seen.isSuccess && before.length > 0) {
    const isWrong = (refusal: Refusal) =>
      refusal.route !== route && refusal.respondedAtMs <= exchange.sentAtMs
    for (const refusal of before.filter(isWrong))
      note.breach('token-refused', {
        values: { status: refusal.status, expected: refusal.route ? expectedOf(seen, refusal.route) : '' },
        exchange: refusal,
      })
    const others = before.filter((refusal) => !isWrong(refusal))
    refusals.set(credentials, others)
  }
}

interface Received {
  readonly seen: SeenExchange
  readonly route: Route
  readonly status: number
}

function examineSuccess({ seen, route, status }: Received, note: StatusNote): void {
  note.tested()
  const { statuses, isStrict } = successDemandOf(route, seen.context.profile)
  if (statuses.includes(status)) return
  const values = { status, expected: statuses.join(', ') }
  if (!successStatuses.includes(status)) note.breach('no-success', { values })
  else if (!seen.isWronglyAccepted)
    note.breach('other-success', { values, ...(isStrict ? {} : { severity: 'warning' }) })
}

/** Leaves invalid requests and those for unknown records to `errors/*`, which says what status they should have received. */
function examineServerError({ seen, route, status }: Received, memory: Memory, note: StatusNote): void {
  if (seen.intent === 'unknown-record' || seen.intent === 'invalid') return
  if (needsRecord(route) && memory.wasDeleted(seen.recordKey)) return
  note.breach('server-error', { values: { status, expected: expectedOf(seen, route) } })
}

/** Reports why a request that our own run meant to succeed was refused. */
function examineOwnRefusal({ seen, route, status }: Received, known: Known, note: StatusNote): void {
  const { memory, textIds } = known
  const values = { status, expected: expectedOf(seen, route) }
  if (isRefusedForScope(seen.exchange, seen.context.profile)) return
  if (status === 403) return note.breach('forbidden', { values, blame: 'environment' })
  if (seen.isAccessRefused || isLaterPage(seen, status)) return
  const namedOnly = refusalOfNamedPath(seen, status)
  if (namedOnly) return note.breach(namedOnly, { values, severity: 'info' })
  if (status === 404 && route.path === PATH_OF_TWO_SPELLINGS) return note.breach('other-spelling', { values })
  if (status === 404) {
    // `records/created-readable` judges whether a created record can be read; after that read, no write may miss it
    const isUnread = memory.wasCreated(seen.key) && (route.method === 'GET' || !memory.wasRead(seen.key))
    if (memory.wasDeleted(seen.recordKey) || isUnread) return
    const doubt = { ...seen.reference, id: seen.pathIdentifier.requestedId, values }
    if (!known.missing.add(seen, doubt)) note.breach('not-found', { values })
  } else if (isJudgedElsewhere(seen) || (route.method === 'GET' && lacksRequired(seen))) return
  else if (status === 400 && route.method !== 'GET') {
    // our own run sends samples as bodies, so without another reason the sample is wrong
    const id = findTextReference(valueIn(seen.requestJson), textIds)
    if (id === null) note.breach('sample-refused', { values, blame: 'harness', severity: 'warning' })
    else {
      const evidence = { ...values, id, list: textIds.get(id) ?? null }
      note.breach('reference-refused', { values: evidence, severity: 'warning' })
    }
  } else {
    const location = status < 400 ? headerValue(seen.exchange.response?.headers ?? [], 'location') : null
    if (location === null) note.breach('refused', { values })
    else note.breach('redirected', { values: { ...values, location: location.slice(0, MAX_SHOWN_ADDRESS) } })
  }
}

const MAX_SHOWN_ADDRESS = 200

/** The specification writes this path also as `/forma-pagamentos`, so a service may know either. */
const PATH_OF_TWO_SPELLINGS = '/formas-pagamentos'

/** Our own run refers only to the first records of a list. */
const MAX_REFERRED_RECORDS = 10

/** Remembers identifiers that a list shows as texts of digits. A body that refers to them so may be refused. */
function learnTextIds({ intent, listedRecords, route }: SeenExchange, textIds: RecentMap<string>): void {
  if (intent === null || !listedRecords || !route) return
  for (const { id } of listedRecords.slice(0, MAX_REFERRED_RECORDS))
    if (typeof id === 'string' && /^\d+$/.test(id)) textIds.set(id, routeName(route))
}

/** The first of these identifiers by which a body refers to a record, at any depth. */
function findTextReference(value: Json | undefined, textIds: RecentMap<string>): string | null {
  if (textIds.isEmpty || typeof value !== 'object' || value === null) return null
  for (const [name, inner] of Object.entries(value)) {
    const isReference = typeof inner === 'string' && (Array.isArray(value) || /^id(?:$|[A-Z])/.test(name))
    const found = isReference && textIds.has(inner) ? inner : findTextReference(inner, textIds)
    if (found !== null) return found
  }
  return null
}

/** Other clients may mean their request to fail. But collections exist, and so do records that this traffic read. */
function examineForeignRefusal({ seen, route, status }: Received, memory: Memory, note: StatusNote): void {
  if (seen.isAccessRefused || status === 304) return
  const values = { status, expected: expectedOf(seen, route) }
  if (refusalOfNamedPath(seen, status) === 'named-only')
    note.breach('named-only', { values, severity: 'info' })
  else if (seen.isNamedOnly || route.method !== 'GET') return
  else if (!route.path.includes('{')) {
    if (status === 404 && !isLaterPage(seen, status))
      note.breach('not-found', { values, severity: 'warning' })
  } else if (needsRecord(route) && memory.wasRead(seen.key)) {
    if (isJudgedElsewhere(seen) || lacksRequired(seen)) return
    note.breach(status === 404 ? 'not-found' : 'refused', { values })
  }
}

function expectedOf({ context }: SeenExchange, route: Route): string {
  return successDemandOf(route, context.profile).statuses.join(', ')
}

/** The specification names some paths without their methods. It is no error if such a path has no GET, or needs parameters. */
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
