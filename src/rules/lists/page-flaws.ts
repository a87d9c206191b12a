import type { Values } from '../finding.js'
import type { Moment } from './list-of.js'

/** A page, or a list that was requested without `pagina`. */
export interface Page extends Moment {
  /** null: the list as it comes. */
  readonly pagina: number | null
  readonly limite: number | null
  /** In their order; as many as the page may hold, because `lists/limit` reports the rest. */
  readonly ids: ReadonlySet<string>
  /** Records, those without an identifier included. */
  readonly count: number
  /** The status 400 or 404 if there is no such page; null if there is one. */
  readonly missing: number | null
  readonly exchange: string
}

export interface PageFlaw {
  readonly suffix: 'beyond' | 'empty' | 'first' | 'left-out' | 'lost' | 'repeated' | 'short'
  readonly values: Values
  /** The page whose records it repeats. */
  readonly other?: Page
  /** The exchange that is broken, where it is an earlier one. */
  readonly exchange?: string
}

/** The first thing wrong with a page, by the pages before it; null where nothing is. */
export function flawOf(now: Page, before: readonly Page[]): PageFlaw | null {
  const { pagina: page, limite, missing } = now
  const whole = wholeOf(before)
  if (lacksRecords(now, before)) {
    if (missing !== null) return { suffix: 'lost', values: { page, status: missing, known: knownIn(before) } }
    if (whole && mayBeSecond(now, whole)) return first(now, whole)
    return { suffix: 'empty', values: { page, limite, known: knownIn(before) } }
  }
  if (missing !== null) return null
  return (
    beyond(now, before) ??
    repeated(now, before) ??
    gapBefore(now, before) ??
    leftOut(now, before) ??
    (whole && lacksFirst(now, whole) ? first(now, whole) : short(now, before))
  )
}

export function isSamePage(a: Page, b: Page): boolean {
  return a.pagina === b.pagina && a.limite === b.limite
}

export function isEqual(a: Page, b: Page): boolean {
  const others = [...b.ids]
  return a.count === b.count && [...a.ids].every((id, i) => id === others[i])
}

/** The list as it comes. */
function wholeOf(before: readonly Page[]): Page | undefined {
  return before.findLast((it) => it.pagina === null && it.limite === null)
}

function knownIn(before: readonly Page[]): number {
  return new Set(before.flatMap(({ ids }) => [...ids])).size
}

/** Whether a page without records lies before fewer records than are known, or before a page with records. */
function lacksRecords({ pagina, limite, count }: Page, before: readonly Page[]): boolean {
  // a page that holds too many leaves fewer to the next
  const isTooLong = (it: Page) => it.limite !== null && it.limite === limite && it.count > it.limite
  if (count > 0 || pagina === null || before.some(isTooLong)) return false
  if (limite !== null && (pagina - 1) * limite < knownIn(before)) return true
  return before.some((it) => it.limite === limite && (it.pagina ?? 0) > pagina && it.count > 0)
}

/** Whether an empty first page is what comes after the whole list, where pages count from 0. */
function mayBeSecond({ pagina, limite }: Page, whole: Page): boolean {
  return pagina === 1 && limite !== null && whole.count <= limite
}

/** A page past the end of the list that returns records of its other pages. */
function beyond({ pagina, limite, ids }: Page, before: readonly Page[]): PageFlaw | null {
  if (pagina === null || limite === null) return null
  const whole = before.findLast((it) => it.pagina === null && it.count <= (pagina - 1) * limite)
  const shared = [...ids].filter((id) => whole?.ids.has(id))
  const [id] = shared
  if (!whole || id === undefined) return null
  return { suffix: 'beyond', values: { page: pagina, listed: whole.count, count: shared.length, id } }
}

/** Records that another page holds as well. */
export function repeated({ pagina, limite, ids }: Page, before: readonly Page[]): PageFlaw | null {
  const others = before.filter((it) => it.pagina !== null && it.pagina !== pagina && it.limite === limite)
  const shared = others.flatMap((other) =>
    [...ids].filter((id) => other.ids.has(id)).map((id) => ({ other, id })),
  )
  const [one] = shared
  if (!one) return null
  const { other, id } = one
  return {
    suffix: 'repeated',
    values: { page: pagina, other: other.pagina, count: shared.length, id },
    other,
  }
}

/** An empty page before this one, if this is the first later page with records. */
function gapBefore(now: Page, before: readonly Page[]): PageFlaw | null {
  const { pagina, limite, count } = now
  if (count === 0 || pagina === null) return null
  const alike = before.filter((it) => it.limite === limite && it.pagina !== null)
  const gap = alike.find((it) => it.count === 0 && (it.pagina ?? 0) < pagina)
  // an empty page that contradicted the pages before it was reported when it came
  if (!gap || lacksRecords(gap, before.slice(0, before.indexOf(gap)))) return null
  if (alike.some((it) => it.count > 0 && (it.pagina ?? 0) > (gap.pagina ?? 0))) return null
  const values = { page: gap.pagina, limite: gap.limite, known: knownIn([...before, now]) }
  return { suffix: 'empty', values, exchange: gap.exchange }
}

/** A record of the list as it comes that lies between those of this page and the page before it, and is on neither. */
function leftOut({ pagina, limite, ids }: Page, before: readonly Page[]): PageFlaw | null {
  const whole = wholeOf(before)
  const last = before.findLast((it) => it.limite === limite && it.pagina !== null && it.pagina + 1 === pagina)
  const id = whole && last ? idBetween([...whole.ids], [...last.ids, ...ids]) : undefined
  return id === undefined
    ? null
    : { suffix: 'left-out', values: { page: pagina, other: last?.pagina ?? null, id } }
}

/** The first identifier that a part of a list lacks, although it has the same order and goes on after it. */
export function idBetween(whole: readonly string[], part: readonly string[]): string | undefined {
  const places = part.map((id) => whole.indexOf(id))
  if (places.some((place, i) => place < 0 || place <= (places[i - 1] ?? -1))) return undefined
  const gap = places.findIndex((place, i) => i > 0 && place > (places[i - 1] ?? 0) + 1)
  return gap < 0 ? undefined : whole[(places[gap - 1] ?? 0) + 1]
}

/** Pages may count from 0, for all that the specification shows, but a client that reads otherwise loses records. */
function first({ limite }: Page, { count }: Page): PageFlaw {
  return { suffix: 'first', values: { limite, listed: count } }
}

/** Whether page 1 holds others of the list's records than the first. The only record of a page may have become the first meanwhile. */
function lacksFirst({ pagina, limite, ids }: Page, whole: Page): boolean {
  if (pagina !== 1 || limite === null || limite === 1 || ids.size === 0) return false
  const listed = [...whole.ids]
  const begins = listed.slice(0, limite).some((id) => ids.has(id))
  return listed.length > limite && !begins && [...ids].every((id) => whole.ids.has(id))
}

function short({ pagina, limite, count }: Page, before: readonly Page[]): PageFlaw | null {
  if (limite === null || count === 0) return null
  const last = before.find((it) => it.limite === limite && it.pagina !== null && it.pagina + 1 === pagina)
  if (!last || last.count === 0 || last.count >= limite) return null
  return { suffix: 'short', values: { page: last.pagina, limite, count: last.count } }
}
