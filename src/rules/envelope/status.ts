import { credentialsOf, headerValue } from '../../exchange/exchange.js'
import { type Json, valueIn } from '../../exchange/json.js'
import { type Route, routeName } from '../../specification/route.js'
import { isRefusedForScope } from '../auth/token-request.js'
import { addressesRecord, demandOn, isResource, successStatuses } from '../conventions.js'
import type { Values } from '../finding.js'
import { idsOf } from '../lists/list-of.js'
import { isNoPage } from '../lists/page.js'
import type { Memory } from '../memory.js'
import { Doubts, Recent } from '../memory.js'
import { type ExchangeReference, type ObserverNote, observer } from '../observer.js'
import type { SeenExchange } from '../seen.js'
import { lacksRequired } from '../shapes/knowledge.js'

type StatusNote = ObserverNote<'envelope/status'>

/** Characters of an address that a finding shows. */
const MOST_OF_ADDRESS = 200

/**
 * The success status of the tables, elsewhere of the conventions; no request deserves 5xx, and one that should succeed
 * deserves no other error. Whether an invalid request, or one for an unknown record, got its 400 or 404 is `errors/*`.
 */
export const status = observer('envelope/status', (memory) => {
  const refusals = new Recent<readonly Refusal[]>(8)
  const textual = new Recent<string>(500)
  const missing = new Doubts<Missing>()
  return (seen, note) => {
    if (!isResource(seen.route)) return
    const before = missing.takeSettledBy(seen)
    if (before && isShownBy(seen, before.id))
      note.breach('not-found', { values: before.values, exchange: before })
    examineToken(seen, refusals, note)
    learnTextual(seen, textual)
    const { route, status } = seen
    if (status === null) return
    const responded = { seen, route, status }
    if (seen.isSuccess) examineSuccess(responded, note)
    else if (status >= 500) examineFailure(responded, memory, note)
    else if (seen.intent === 'success') examineOwn(responded, { memory, textual, missing }, note)
    else if (seen.intent === null) examineForeign(responded, memory, note)
  }
})

interface Before {
  readonly memory: Memory
  /** By digits that a list showed as text in the place of an identifier: the list. */
  readonly textual: Recent<string>
  readonly missing: Doubts<Missing>
}

/** A read of a record that another read had shown, which was not found. Somebody may have deleted the record meanwhile. */
interface Missing extends ExchangeReference {
  readonly id: string
  readonly values: Values
}

/** Whether the list, or the record that refers to it, still shows the identifier. */
function isShownBy({ listed, data }: SeenExchange, id: string): boolean {
  if (listed) return idsOf(listed).includes(id)
  const words = (text: string) => text.split(/[^\w#-]+/)
  return words(JSON.stringify(data ?? null)).includes(words(id).join(''))
}

/** A token that was refused, until it is taken elsewhere. */
interface Refusal extends ExchangeReference {
  readonly status: number
  readonly respondedAtMs: number
}

/** That a route refused a token of our own run shows once another takes it: until then the token may be dead. */
function examineToken(seen: SeenExchange, refusals: Recent<readonly Refusal[]>, note: StatusNote): void {
  const { exchange, route, status, intent } = seen
  if (intent === null || intent === 'without-token' || status === null) return
  const credentials = credentialsOf(exchange)
  const before = refusals.get(credentials) ?? []
  if (seen.isAccessRefused && (status === 401 || (status === 400 && intent !== 'invalid'))) {
    if (before.some((it) => it.route === route)) return
    refusals.set(credentials, [...before, { ...seen.reference, status, respondedAtMs: seen.endMs }])
  } else if (seen.isSuccess && before.length > 0) {
    const proven = before.filter((it) => it.route !== route && it.respondedAtMs <= exchange.sentAtMs)
    for (const one of proven)
      note.breach('token-refused', {
        values: { status: one.status, expected: one.route ? expectedOf(seen, one.route) : '' },
        exchange: one,
      })
    const left = before.filter((it) => !proven.includes(it))
    refusals.set(credentials, left)
  }
}

function examineSuccess({ seen, route, status }: Responded, note: StatusNote): void {
  note.tested()
  const { statuses, isStrict } = demandOn(route, seen.context.profile)
  if (statuses.includes(status)) return
  const values = { status, expected: statuses.join(', ') }
  if (!successStatuses.includes(status)) note.breach('no-success', { values })
  else if (!seen.isWronglyAccepted)
    note.breach('other-success', { values, ...(isStrict ? {} : { severity: 'warning' }) })
}

interface Responded {
  readonly seen: SeenExchange
  readonly route: Route
  readonly status: number
}

/** `errors/*` reports the status that an unknown record or an invalid request should have received instead. */
function examineFailure({ seen, route, status }: Responded, memory: Memory, note: StatusNote): void {
  if (seen.intent === 'unknown-record' || seen.intent === 'invalid') return
  if (addressesRecord(route) && memory.wasDeleted(seen.recordKey)) return
  note.breach('server-error', { values: { status, expected: expectedOf(seen, route) } })
}

/** A request that our own run meant to succeed. */
function examineOwn({ seen, route, status }: Responded, before: Before, note: StatusNote): void {
  const { memory, textual } = before
  const values = { status, expected: expectedOf(seen, route) }
  if (isRefusedForScope(seen.exchange, seen.context.profile)) return
  if (status === 403) return note.breach('forbidden', { values, blame: 'environment' })
  if (seen.isAccessRefused || isLaterPage(seen, status)) return
  const named = namedRefusal(seen, status)
  if (named) return note.breach(named, { values, severity: 'info' })
  if (status === 404 && OF_TWO_SPELLINGS.test(route.path)) return note.breach('other-spelling', { values })
  if (status === 404) {
    // that it can be read at all is `records/created-readable`; once it was, no write finds it missing
    const isUnread = memory.wasCreated(seen.key) && (route.method === 'GET' || !memory.wasRead(seen.key))
    if (memory.wasDeleted(seen.recordKey) || isUnread) return
    const doubt = { ...seen.reference, id: seen.pathIdentifier.asked, values }
    if (!before.missing.add(seen, doubt)) note.breach('not-found', { values })
  } else if (isOthersAffair(seen) || (route.method === 'GET' && lacksRequired(seen))) return
  else if (status === 400 && route.method !== 'GET') {
    const id = referredIn(valueIn(seen.requestJson), textual)
    if (id === null) note.breach('sample-refused', { values, blame: 'harness', severity: 'warning' })
    else
      note.breach('reference-refused', {
        values: { ...values, id, list: textual.get(id) ?? null },
        severity: 'warning',
      })
  } else {
    const location = status < 400 ? headerValue(seen.exchange.response?.headers ?? [], 'location') : null
    if (location === null) note.breach('refused', { values })
    else note.breach('redirected', { values: { ...values, location: location.slice(0, MOST_OF_ADDRESS) } })
  }
}

/** The table of routes spells this collection so, the table of renames `/forma-pagamentos`: a service may know either. */
const OF_TWO_SPELLINGS = /^\/formas-pagamentos$/

/** Records of a list from which our own run takes what it refers to. */
const MOST_REFERRED = 10

function learnTextual({ intent, listed, route }: SeenExchange, textual: Recent<string>): void {
  if (intent === null || !listed || !route) return
  for (const { id } of listed.slice(0, MOST_REFERRED))
    if (typeof id === 'string' && /^\d+$/.test(id)) textual.set(id, routeName(route))
}

/** The first such identifier by which a body refers to a record. */
function referredIn(value: Json | undefined, textual: Recent<string>): string | null {
  if (textual.isEmpty || typeof value !== 'object' || value === null) return null
  for (const [name, inner] of Object.entries(value)) {
    const isReferring = typeof inner === 'string' && (Array.isArray(value) || /^id(?:$|[A-Z])/.test(name))
    const found = isReferring && textual.has(inner) ? inner : referredIn(inner, textual)
    if (found !== null) return found
  }
  return null
}

/** Others may mean their request to fail, but what this traffic created or read is there, and so is a collection. */
function examineForeign({ seen, route, status }: Responded, memory: Memory, note: StatusNote): void {
  if (seen.isAccessRefused || status === 304) return
  const values = { status, expected: expectedOf(seen, route) }
  if (namedRefusal(seen, status) === 'named-only') note.breach('named-only', { values, severity: 'info' })
  else if (seen.isNamedOnly || route.method !== 'GET') return
  else if (!route.path.includes('{')) {
    if (status === 404 && !isLaterPage(seen, status))
      note.breach('not-found', { values, severity: 'warning' })
  } else if (
    addressesRecord(route) &&
    memory.wasRead(seen.key) &&
    !isOthersAffair(seen) &&
    !lacksRequired(seen)
  )
    note.breach(status === 404 ? 'not-found' : 'refused', { values })
}

function expectedOf({ context }: SeenExchange, route: Route): string {
  return demandOn(route, context.profile).statuses.join(', ')
}

/** The path is named without a method: that its GET is missing, or refused without parameters, is no error. */
function namedRefusal(seen: SeenExchange, status: number): 'named-only' | 'named-refused' | null {
  if (!seen.isNamedOnly || seen.exchange.request.method !== 'GET') return null
  if (status === 404 || status === 405) return 'named-only'
  return status === 400 && seen.query.size === 0 ? 'named-refused' : null
}

/** A refused filter is `lists/filter`, a refused custom field situation `situations/custom-field`. */
function isOthersAffair({ route, query, status }: SeenExchange): boolean {
  if (status !== 400 || !route) return false
  if (route.id === 'campos-customizados/set-situation') return true
  return Object.keys(route.query).some((name) => name !== 'pagina' && name !== 'limite' && query.has(name))
}

/** The specification does not show the response to a page beyond the end; `lists/page` judges it. */
function isLaterPage({ query }: SeenExchange, status: number): boolean {
  return isNoPage(status) && Number(query.get('pagina')) > 1
}
