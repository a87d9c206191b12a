import { property } from '../../exchange/json.js'
import { isIdentifier } from '../identifier.js'
import { Doubts, RecentMap } from '../memory.js'
import { type ObservedOptions, type ObserverNote, observer } from '../observer.js'
import type { SeenExchange } from '../seen.js'
import { idsOf, isCollection, isComparable, listKey, paging, wholeIn } from './list-of.js'
import { findPageFlaw, findRepeated, hasSameIds, isSamePage, type Page, type PageFlaw } from './page-flaws.js'

/** A flaw of a page that may only show that another client changed the list. Our own run repeats a read to decide. */
interface Doubt {
  readonly page: Page
  /** The pages with which it was compared. */
  readonly before: readonly Page[]
  readonly flaw: PageFlaw
}

type PageNote = ObserverNote<'lists/page'>

/** Pages that are remembered of each list, and identifiers of each page. */
const MAX_PAGES = 8
const MAX_IDS = 1000

/**
 * The query parameter `pagina` selects a page: two pages share no record and leave none out, no page contains a record
 * twice or is empty while records remain, and no page past the end repeats records. Pages are compared only while no
 * change of the list is seen. Other clients may change a live account unseen, so our own run repeats a read that is
 * contradicted, and a breach is reported only if the contradiction remains.
 */
export const page = observer('lists/page', (memory) => {
  /** By list and filters, the newest pages that were comparable with the last of them. */
  const lists = new RecentMap<readonly Page[]>(64)
  const doubts = new Doubts<Doubt>()
  /** Lists of which one page repeated another. If a page past the end repeats records as well, it is the same fault. */
  const repeating = new RecentMap<true>(64)
  return (seen, note) => {
    const { route, listedRecords: records } = seen
    if (route?.method !== 'GET' || (!records && !isMissingPage(seen))) return
    const key = listKey(seen, paging)
    const now = pageOf(seen, memory.countWrites(seen))
    if (!now) return
    const known = lists.get(key) ?? []
    const before = known.filter((other) => isComparable(other, now))
    if (records) {
      examineDuplicates(now, seen, note)
      lists.set(key, [...before.filter((other) => !isSamePage(other, now)), now].slice(-MAX_PAGES))
    }
    const report = ({ suffix, values, exchange }: PageFlaw) => {
      if (suffix === 'beyond' && repeating.has(key)) return
      if (suffix === 'repeated') repeating.set(key, true)
      note.breach(suffix, { values, ...(exchange && { exchange }), ...severityOfFlaw(suffix, seen) })
    }
    const doubt = doubts.takeSettledBy(seen)
    if (doubt) {
      note.tested()
      const isDecided = isRepeatedRead(doubt, now)
      const remaining = isDecided ? findRemainingFlaw(doubt, now) : null
      if (remaining) report(remaining)
      // another client wrote, the order of the list is not stable, or the repeated read failed
      else if (doubt.flaw.other) note.breach('unsettled', { values: doubt.flaw.values, severity: 'info' })
      // the repeated read is compared with nothing else
      if (isDecided) return
    }
    // pages are compared with the list without paging, not the other way round
    if (now.pagina === null) return
    // a missing page contradicts nothing if no other page is known
    if (now.missingStatus !== null && known.length === 0) return
    // our own run reads the other page again whenever two share records, even if that one was read before a write
    const repeated = seen.exchange.rechecked ? findRepeated(now, known) : null
    const flaw = repeated ?? findPageFlaw(now, before)
    if (flaw && mayBeOthersWrite(flaw) && doubts.add(seen, { page: now, before, flaw })) return
    if (before.length > 0) note.tested()
    if (flaw) report(flaw)
    // the specification does not show whether a page past the end is empty, a 400 or a 404
    else if (now.missingStatus !== null)
      note.breach('not-found', { values: { page: now.pagina, status: now.missingStatus }, severity: 'info' })
  }
})

/** Whether our own run repeated the read that a page contradicts: of the page whose records it repeats, else of the list without `pagina`. */
function isRepeatedRead({ flaw: { other } }: Doubt, now: Page): boolean {
  return other ? isSamePage(other, now) : now.pagina === null
}

/** The flaw that a doubted page still has in comparison with the repeated read; null if a change of the list explains it. */
function findRemainingFlaw({ page, before, flaw }: Doubt, again: Page): PageFlaw | null {
  const { other } = flaw
  // if the other page still has its records, nobody moved them to the page that repeats them
  if (other) return isComparable(other, again) && hasSameIds(other, again) ? flaw : null
  const unchanged = before.filter((earlier) => !isSamePage(earlier, again))
  const comparable = [...unchanged, again].filter((earlier) => isComparable(earlier, page))
  const remaining = findPageFlaw(page, comparable)
  return remaining?.suffix === flaw.suffix ? { ...remaining, exchange: page.exchange } : null
}

/** Whether a status may mean that there is no such page. The specification does not say which one does. */
export function isNoPage(status: number | null): boolean {
  return status === 404 || status === 400
}

/** Whether our own run found no page after the first one. Requests of other clients may be refused for other reasons. */
function isMissingPage({ status, query, intent, isAccessRefused }: SeenExchange): boolean {
  return isNoPage(status) && !isAccessRefused && intent === 'success' && Number(query.get('pagina')) > 1
}

/** Reports a page that contains a record twice. Only `id` counts, because several records may share another identifier. */
function examineDuplicates({ pagina }: Page, seen: SeenExchange, note: PageNote): void {
  const ids = (seen.listedRecords ?? []).map((record) => property(record, 'id')).filter(isIdentifier)
  if (ids.length < 2) return
  note.tested()
  const distinct = new Set(ids.map(String))
  if (distinct.size === ids.length) return
  const id = ids.find((candidate, i) => ids.indexOf(candidate) !== i) ?? null
  const values = { page: pagina ?? 1, count: ids.length - distinct.size, id }
  note.breach('twice', { values, ...(hasPaging(seen) ? {} : { severity: 'info' }) })
}

/** Whether another client that changed the list would explain a flaw of this page. A flaw of an earlier page is final. */
function mayBeOthersWrite({ suffix, exchange }: PageFlaw): boolean {
  return exchange === undefined && ['repeated', 'empty', 'lost', 'left-out'].includes(suffix)
}

function severityOfFlaw(suffix: PageFlaw['suffix'], seen: SeenExchange): Pick<ObservedOptions, 'severity'> {
  // the specification does not say that every page but the last is full
  if (suffix === 'short' || !hasPaging(seen)) return { severity: 'info' }
  if (suffix !== 'first') return {}
  // only the public document says that the first page is 1
  return { severity: seen.context.profile.knowledge === 'document' ? 'warning' : 'info' }
}

/** Whether the specification shows paging for the list. Flaws of other lists are only reported as info. */
function hasPaging({ route }: SeenExchange): boolean {
  return route !== null && isCollection(route)
}

/** The page in a response; null if `pagina` or `limite` was sent but is no whole number. */
function pageOf(seen: SeenExchange, writes: number): Page | null {
  const { query, exchange, listedRecords, status } = seen
  const [pagina, limite] = [wholeIn(query, 'pagina'), wholeIn(query, 'limite')]
  if (pagina === undefined || limite === undefined) return null
  const records = listedRecords ?? []
  const ids = idsOf(records)
  return {
    pagina: pagina ?? (limite === null ? null : 1),
    limite,
    ids: new Set(ids.slice(0, Math.min(limite ?? MAX_IDS, MAX_IDS))),
    count: records.length,
    hasNameless: ids.length < records.length,
    missingStatus: listedRecords ? null : status,
    sentAtMs: exchange.sentAtMs,
    writes,
    exchange: seen.reference,
  }
}
