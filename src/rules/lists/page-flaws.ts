import type { Values } from '../finding.js'
import type { ExchangeReference } from '../observer.js'
import type { Moment } from './list-of.js'

/** A page of a list, or the list as it is returned without `pagina`. `pagina` (page number) and `limite` (page size) are query parameters. */
export interface Page extends Moment {
  /** 1 if the request had `limite` only; null if it had neither parameter. */
  readonly pagina: number | null
  readonly limite: number | null
  /** The records' identifiers in their order, and no more than `limite`, because `lists/limit` reports surplus records. */
  readonly ids: ReadonlySet<string>
  /** The number of records, including those without an identifier. */
  readonly count: number
  /** Whether a record has no identifier. */
  readonly hasNameless: boolean
  /** The status 400 or 404 if there is no such page; null if there is one. */
  readonly missingStatus: number | null
  readonly exchange: ExchangeReference
}

/**
 * `empty`: no records although some must be here; `lost`: the same, but refused; `first`: page 1 is not the first page;
 * `beyond`: records past the end; `repeated`: records of another page; `left-out`: a record is on neither of two neighbouring
 * pages; `short`: the page with the number before has room for records of this one.
 */
export interface PageFlaw {
  readonly suffix: 'beyond' | 'empty' | 'first' | 'left-out' | 'lost' | 'repeated' | 'short'
  readonly values: Values
  /** The page whose records it repeats; for `repeated` only. */
  readonly other?: Page
  /** The broken exchange, if it is an earlier one. */
  readonly exchange?: ExchangeReference
}

/**
 * The first thing that is wrong with a page; null if nothing is.
 *
 * @param before earlier responses of the same list with the same filters, the oldest first, while no write to it was seen
 */
export function findPageFlaw(now: Page, before: readonly Page[]): PageFlaw | null {
  const { pagina: page, limite, missingStatus } = now
  const unpaged = findUnpagedList(before)
  if (lacksRecords(now, before)) {
    if (missingStatus !== null)
      return { suffix: 'lost', values: { page, status: missingStatus, known: countKnown(before) } }
    if (unpaged && mayCountFromZero(now, unpaged)) return wrongFirst(now, unpaged)
    return { suffix: 'empty', values: { page, limite, known: countKnown(before) } }
  }
  if (missingStatus !== null) return null
  return (
    findBeyondEnd(now, before) ??
    findRepeated(now, before) ??
    findGapBefore(now, before) ??
    findLeftOut(now, before) ??
    (unpaged && lacksFirst(now, unpaged) ? wrongFirst(now, unpaged) : findShort(now, before))
  )
}

export function isSamePage(a: Page, b: Page): boolean {
  return a.pagina === b.pagina && a.limite === b.limite
}

export function hasSameIds(a: Page, b: Page): boolean {
  const others = [...b.ids]
  return a.count === b.count && [...a.ids].every((id, i) => id === others[i])
}

/** The list without paging: the newest response to a request without `pagina` and `limite`. */
function findUnpagedList(before: readonly Page[]): Page | undefined {
  return before.findLast((page) => page.pagina === null && page.limite === null)
}

function countKnown(before: readonly Page[]): number {
  return new Set(before.flatMap(({ ids }) => [...ids])).size
}

/** Whether an empty page should have records: more are known than fit on the pages with lower numbers, or a higher page has some. */
function lacksRecords({ pagina, limite, count }: Page, before: readonly Page[]): boolean {
  // a page with too many records leaves fewer to the next one
  const isTooLong = (page: Page) => page.limite !== null && page.limite === limite && page.count > page.limite
  if (count > 0 || pagina === null || before.some(isTooLong)) return false
  if (limite !== null && (pagina - 1) * limite < countKnown(before)) return true
  return before.some((page) => page.limite === limite && (page.pagina ?? 0) > pagina && page.count > 0)
}

/** Whether page 1 may be empty because pages count from 0, and page 0 holds the whole list. */
function mayCountFromZero({ pagina, limite }: Page, unpaged: Page): boolean {
  return pagina === 1 && limite !== null && unpaged.count <= limite
}

/** A page past the end of the list that returns records of other pages. */
function findBeyondEnd({ pagina, limite, ids }: Page, before: readonly Page[]): PageFlaw | null {
  if (pagina === null || limite === null) return null
  const unpaged = before.findLast((page) => page.pagina === null && page.count <= (pagina - 1) * limite)
  const shared = [...ids].filter((id) => unpaged?.ids.has(id))
  const [id] = shared
  if (!unpaged || id === undefined) return null
  return { suffix: 'beyond', values: { page: pagina, listed: unpaged.count, count: shared.length, id } }
}

/** Records that another page returned as well. */
export function findRepeated({ pagina, limite, ids }: Page, before: readonly Page[]): PageFlaw | null {
  const others = before.filter(
    (page) => page.pagina !== null && page.pagina !== pagina && page.limite === limite,
  )
  const shared = others.flatMap((other) =>
    [...ids].filter((id) => other.ids.has(id)).map((id) => ({ other, id })),
  )
  const [first] = shared
  if (!first) return null
  const values = { page: pagina, other: first.other.pagina, count: shared.length, id: first.id }
  return { suffix: 'repeated', values, other: first.other }
}

/** An empty page that seemed to be the end of the list, until this page with a higher number had records. Found at the first such page. */
function findGapBefore(now: Page, before: readonly Page[]): PageFlaw | null {
  const { pagina, limite, count } = now
  if (count === 0 || pagina === null) return null
  const alike = before.filter((page) => page.limite === limite && page.pagina !== null)
  const gap = alike.find((page) => page.count === 0 && (page.pagina ?? 0) < pagina)
  // an empty page that contradicted earlier responses was reported when it came
  if (!gap || lacksRecords(gap, before.slice(0, before.indexOf(gap)))) return null
  // another page after the gap had records already, and the gap was reported there
  if (alike.some((page) => page.count > 0 && (page.pagina ?? 0) > (gap.pagina ?? 0))) return null
  const values = { page: gap.pagina, limite: gap.limite, known: countKnown([...before, now]) }
  return { suffix: 'empty', values, exchange: gap.exchange }
}

function findPreviousPage({ pagina, limite }: Page, before: readonly Page[]): Page | undefined {
  return before.findLast((page) => page.limite === limite && page.pagina === (pagina ?? 0) - 1)
}

/** A record that the list without paging shows among the records of this page and the one before, and that is on neither. */
function findLeftOut(now: Page, before: readonly Page[]): PageFlaw | null {
  const unpaged = findUnpagedList(before)
  const last = findPreviousPage(now, before)
  // a record without an identifier may be the one that is missing
  if (!unpaged || !last || last.hasNameless || now.hasNameless) return null
  const id = idBetween([...unpaged.ids], [...last.ids, ...now.ids])
  return id === undefined
    ? null
    : { suffix: 'left-out', values: { page: now.pagina, other: last.pagina, id } }
}

/**
 * The first identifier missing within a part of a list: `2` for the whole `['1', '2', '3']` and the part `['1', '3']`. undefined if none is, or the
 * part has another order or an unknown identifier.
 */
export function idBetween(whole: readonly string[], part: readonly string[]): string | undefined {
  const positions = part.map((id) => whole.indexOf(id))
  const hasOtherOrder = positions.some((position, i) => position <= (positions[i - 1] ?? -1))
  if (hasOtherOrder) return undefined
  const next = positions.find((position, i) => i + 1 < positions.length && positions[i + 1] !== position + 1)
  return next === undefined ? undefined : whole[next + 1]
}

/** Page 1 is not the first page. The specification does not forbid that, but clients that begin with 1 lose records. */
function wrongFirst({ limite }: Page, { count }: Page): PageFlaw {
  return { suffix: 'first', values: { limite, listed: count } }
}

/** Whether page 1 has records of the list, but none of the first ones. With `limite=1`, one deleted record would explain that: not judged. */
function lacksFirst({ pagina, limite, ids }: Page, unpaged: Page): boolean {
  if (pagina !== 1 || limite === null || limite === 1 || ids.size === 0) return false
  const listed = [...unpaged.ids]
  const showsFirst = listed.slice(0, limite).some((id) => ids.has(id))
  return listed.length > limite && !showsFirst && [...ids].every((id) => unpaged.ids.has(id))
}

/** The page before this one, if it has fewer records than `limite` although this one has some. */
function findShort(now: Page, before: readonly Page[]): PageFlaw | null {
  const { limite, count } = now
  if (limite === null || count === 0) return null
  const last = findPreviousPage(now, before)
  if (!last || last.count === 0 || last.count >= limite) return null
  const values = { page: last.pagina, limite, count: last.count }
  return { suffix: 'short', values, exchange: last.exchange }
}
