import { property } from '../../exchange/json.js'
import { onList } from '../concerns.js'
import { isIdentifier } from '../identifier.js'
import type { Concern } from '../observer.js'
import { type ObserverNote, observer } from '../observer.js'
import { createRecent } from '../recent.js'
import type { Listed, SeenExchange } from '../seen.js'
import { COMPARABLE_MS, idsOf, isCollection, listKey, wholeIn } from './list-of.js'

/** One page, or a list that was asked for without `pagina`. */
interface Page {
  /** null: the list as it comes. */
  readonly pagina: number | null
  readonly limite: number | null
  /** Of as many records as the page may hold: that it holds more is `lists/limit`. */
  readonly ids: ReadonlySet<string>
  /** Records, those without an identifier included. */
  readonly count: number
  readonly sentAtMs: number
  readonly writes: number
  readonly exchange: string
}

/** A page that repeats another, until that one is read again. */
interface Doubt extends Shared {
  readonly page: Page
  readonly count: number
}

interface Shared {
  readonly other: Page
  readonly id: string
}

type PageNote = ObserverNote<'lists/page'>

/** Pages of one list that are compared with the next. */
const PAGES_KEPT = 8
/** Identifiers of a page that are compared. */
const IDS_KEPT = 1000

const onPage: Concern = (occasion) =>
  onList(occasion) || (occasion.route?.method === 'GET' && isNoPage(occasion.status))

/**
 * `pagina` moves on: two pages share no record, none holds one twice, none is empty while records remain, none beyond the end
 * repeats. Pages are compared while nobody is seen to change the list. Where the run asks for the repeated page anew, it must
 * be as it was: others write to live accounts, unseen.
 */
export const page = observer('lists/page', onPage, (memory) => {
  const lists = createRecent<readonly Page[]>(64)
  const doubts = createRecent<Doubt>(64)
  /** Lists of which a page was another's: what lies beyond the end is one, too. */
  const repeating = createRecent<true>(64)
  return (seen, note) => {
    const { route, listed: records } = seen
    if (route?.method !== 'GET' || (!records && !isMissing(seen))) return
    const key = listKey(seen, ['pagina', 'limite'])
    const now = pageOf(seen, idsOf(records ?? []), records?.length ?? 0, memory.writes(seen))
    if (!now) return
    const kept = lists.get(key) ?? []
    const before = kept.filter((it) => isComparable(it, now))
    if (!records) return kept.length > 0 ? examineMissing(now, before, seen, note) : undefined
    examineAlone(now, seen, note)
    lists.set(key, [...before.filter((it) => !isSamePage(it, now)), now].slice(-PAGES_KEPT))
    if (now.pagina === null) return
    const doubt = doubts.get(key)
    if (doubt && doubt.page.limite === now.limite) {
      doubts.delete(key)
      if (settle(doubt, now, seen, note)) repeating.set(key, true)
      if (isSamePage(doubt.other, now)) return
    }
    const doubted = seen.exchange.rechecked ? doubtOf(now, kept) : null
    if (doubted) doubts.set(key, doubted)
    else if (compare(now, before, seen, { note, isRepeating: repeating.has(key) })) repeating.set(key, true)
  }
})

/** What answers for a page that is not there may be: unknown, or invalid. */
export function isNoPage(status: number | null): boolean {
  return status === 404 || status === 400
}

function isMissing({ status, query, meant, isTurnedAway }: SeenExchange): boolean {
  return isNoPage(status) && !isTurnedAway && meant === 'success' && Number(query.get('pagina')) > 1
}

/** Whether a page that is not there is empty, unknown or an invalid request is not shown. Before the end it is neither. */
function examineMissing(now: Page, before: readonly Page[], seen: SeenExchange, note: PageNote): void {
  const values = { page: now.pagina, status: seen.status }
  if (isEmptyTooEarly(now, before)) {
    note.tested()
    note.breach('lost', { values: { ...values, known: knownIn(before) }, ...byList(seen) })
  } else note.breach('not-found', { values, severity: 'info' })
}

/** By `id` alone: another field that looks like an identifier may name what several records belong to. */
function examineAlone({ pagina, ids: named, count }: Page, seen: SeenExchange, note: PageNote): void {
  const records = seen.listed ?? []
  if (records.find(hasId) === records.findLast(hasId)) return
  note.tested()
  // each has a name of its own, whichever field it stands in
  if (named.size === count) return
  const ids = records.filter(hasId).map(({ id }) => id)
  const distinct = new Set(ids.map(String))
  if (distinct.size === ids.length) return
  const id = ids.find((one, i) => ids.indexOf(one) !== i) ?? null
  const values = { page: pagina ?? 1, count: ids.length - distinct.size, id }
  note.breach('twice', { values, ...byList(seen) })
}

function hasId(record: Listed): record is Listed & { readonly id: string | number } {
  return isIdentifier(property(record, 'id'))
}

function doubtOf(page: Page, kept: readonly Page[]): Doubt | null {
  const twice = sharedBetween(page, kept)
  return twice[0] ? { ...twice[0], page, count: twice.length } : null
}

/** What repeats a page proves something where that page is now what it was before: whether it did. */
function settle({ page, other, count, id }: Doubt, now: Page, seen: SeenExchange, note: PageNote): boolean {
  note.tested()
  const values = { page: page.pagina, other: other.pagina, count, id }
  const isRepeated = isSamePage(other, now) && isComparable(other, now) && isEqual(other, now)
  if (isRepeated) note.breach('repeated', { values, ...byList(seen) })
  else note.breach('unsettled', { values, severity: 'info' })
  return isRepeated
}

/** The same records in the same order. */
function isEqual(a: Page, b: Page): boolean {
  const others = [...b.ids]
  return a.count === b.count && [...a.ids].every((id, i) => id === others[i])
}

interface Told {
  readonly note: PageNote
  readonly isRepeating: boolean
}

/** Whether a page repeats another. */
function compare(
  now: Page,
  before: readonly Page[],
  seen: SeenExchange,
  { note, isRepeating }: Told,
): boolean {
  if (before.length > 0) note.tested()
  const beyond = sharedBeyond(now, before)
  const twice = sharedBetween(now, before)
  const [first] = twice
  const gap = gapBefore(now, before)
  if (isEmptyTooEarly(now, before)) {
    const whole = wholeOf(before)
    if (whole && mayBeSecond(now, whole)) tellFirst(now, whole, seen, note)
    else
      note.breach('empty', {
        values: { page: now.pagina, limite: now.limite, known: knownIn(before) },
        ...byList(seen),
      })
  } else if (beyond) {
    if (!isRepeating) note.breach('beyond', { values: { page: now.pagina, ...beyond }, ...byList(seen) })
  } else if (first) {
    note.breach('repeated', {
      values: { page: now.pagina, other: first.other.pagina, count: twice.length, id: first.id },
      ...byList(seen),
    })
    return true
  } else if (gap)
    note.breach('empty', {
      values: { page: gap.pagina, limite: gap.limite, known: knownIn([...before, now]) },
      of: { exchange: { id: gap.exchange, step: seen.exchange.step }, route: seen.route },
      ...byList(seen),
    })
  else compareCount(now, before, seen, note)
  return false
}

/**
 * That pages count from 1, and are as full as `limite` lets them be while records remain, is nowhere shown: who reads otherwise loses
 * records, so it is told. The public document lets `pagina` begin at 1.
 */
function compareCount(now: Page, before: readonly Page[], seen: SeenExchange, note: PageNote): void {
  const whole = wholeOf(before)
  const { pagina: page, limite, count } = now
  if (limite === null || count === 0) return
  if (page === 1 && whole && lacksFirst(now, whole, limite)) return tellFirst(now, whole, seen, note)
  const short = before.find(
    (it) => it.limite === limite && it.pagina !== null && it.pagina === (page ?? 0) - 1 && it.count < limite,
  )
  if (short && short.count > 0)
    note.breach('short', { values: { page: short.pagina, limite, count: short.count }, severity: 'info' })
}

function tellFirst({ limite }: Page, { count }: Page, seen: SeenExchange, note: PageNote): void {
  const severity = seen.context.profile.knowledge === 'document' ? 'warning' : 'info'
  note.breach('first', { values: { limite, listed: count }, severity, ...byList(seen) })
}

/** The list as it comes. */
function wholeOf(before: readonly Page[]): Page | undefined {
  return before.findLast((it) => it.pagina === null && it.limite === null)
}

/** Whether an empty first page is what comes after the whole list, where pages count from 0. */
function mayBeSecond({ pagina, limite }: Page, whole: Page): boolean {
  return pagina === 1 && limite !== null && whole.count <= limite
}

/** Whether none of the first records of the list as it comes is on a first page of others of them. */
function lacksFirst({ ids }: Page, whole: Page, limite: number): boolean {
  const listed = [...whole.ids]
  const first = listed.slice(0, limite)
  return (
    listed.length > limite && !first.some((id) => ids.has(id)) && [...ids].every((id) => whole.ids.has(id))
  )
}

/** A page before which fewer records lie than are known, or behind which one was seen. */
function isEmptyTooEarly({ pagina, limite, count }: Page, before: readonly Page[]): boolean {
  if (count > 0 || pagina === null || before.some((it) => it.limite === limite && isTooLong(it))) return false
  if (limite !== null && (pagina - 1) * limite < knownIn(before)) return true
  return before.some((it) => it.limite === limite && (it.pagina ?? 0) > pagina && it.count > 0)
}

/** A page that was empty, behind which this one is the first that holds records; one that was told as empty when it came is none. */
function gapBefore({ pagina, limite, count }: Page, before: readonly Page[]): Page | undefined {
  if (count === 0 || pagina === null) return undefined
  const alike = before.filter((it) => it.limite === limite && it.pagina !== null)
  const at = alike.findIndex((it) => it.count === 0 && (it.pagina ?? 0) < pagina)
  const gap = alike[at]
  if (!gap || isEmptyTooEarly(gap, before.slice(0, before.indexOf(gap)))) return undefined
  return alike.some((it) => it.count > 0 && (it.pagina ?? 0) > (gap.pagina ?? 0)) ? undefined : gap
}

/** How many records there are. */
function knownIn(before: readonly Page[]): number {
  return new Set(before.flatMap(({ ids }) => [...ids])).size
}

/** A page that holds too many leaves fewer to the next. */
function isTooLong({ limite, count }: Page): boolean {
  return limite !== null && count > limite
}

/** Records of the list as it comes, on a page that lies behind them all. */
function sharedBeyond({ pagina, limite, ids }: Page, before: readonly Page[]) {
  if (pagina === null || limite === null) return null
  const whole = before.findLast((it) => it.pagina === null && it.count <= (pagina - 1) * limite)
  if (!whole) return null
  const shared = [...ids].filter((id) => whole.ids.has(id))
  return shared[0] === undefined ? null : { listed: whole.count, count: shared.length, id: shared[0] }
}

function sharedBetween({ pagina, limite, ids }: Page, before: readonly Page[]): Shared[] {
  const others = before.filter((it) => it.pagina !== null && it.pagina !== pagina && it.limite === limite)
  return others.flatMap((other) => [...ids].filter((id) => other.ids.has(id)).map((id) => ({ other, id })))
}

/** Of lists that the specification gives no pages, what they do with `pagina` is observed. */
function byList({ route }: SeenExchange): { readonly severity?: 'info' } {
  return route && isCollection(route) ? {} : { severity: 'info' }
}

function pageOf(
  { query, exchange }: SeenExchange,
  ids: readonly string[],
  count: number,
  writes: number,
): Page | null {
  const [pagina, limite] = [wholeIn(query, 'pagina'), wholeIn(query, 'limite')]
  if (pagina === undefined || limite === undefined) return null
  return {
    pagina: pagina ?? (limite === null ? null : 1),
    limite,
    ids: new Set(ids.slice(0, Math.min(limite ?? IDS_KEPT, IDS_KEPT))),
    count,
    sentAtMs: exchange.sentAtMs,
    writes,
    exchange: exchange.id,
  }
}

function isComparable(before: Page, now: Page): boolean {
  return before.writes === now.writes && now.sentAtMs - before.sentAtMs <= COMPARABLE_MS
}

function isSamePage(a: Page, b: Page): boolean {
  return a.pagina === b.pagina && a.limite === b.limite
}
