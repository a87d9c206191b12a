import { property } from '../../exchange/json.js'
import { isIdentifier } from '../identifier.js'
import { Doubts, RecentMap } from '../memory.js'
import { type ObservedOptions, type ObserverNote, observer } from '../observer.js'
import type { SeenExchange } from '../seen.js'
import { idsOf, isCollection, isComparable, listKey, paging, wholeIn } from './list-of.js'
import { findPageFlaw, findRepeated, hasSameIds, isSamePage, type Page, type PageFlaw } from './page-flaws.js'

/** A page that contradicts earlier ones, perhaps because another client changed the list. Our run repeats a read to decide. */
interface Doubt {
  readonly page: Page
  /** The pages of the list that were read before that page. */
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
  /** By list and filters, the newest pages. */
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
    const report = (flaw: PageFlaw) => {
      if (flaw.suffix === 'beyond' && repeating.has(key)) return
      if (flaw.suffix === 'repeated') repeating.set(key, true)
      reportFlaw(note, flaw, seen)
    }
    /** Decides a doubt. Returns whether this exchange was the repeated read, which is compared with nothing else. */
    const settle = (doubt: Doubt): boolean => {
      note.tested()
      const { other } = doubt.flaw
      // if a page repeated the records of another one, that one is read again, else the list without `pagina`
      if (!other) {
        const again = now.pagina === null ? findFlawAgain(doubt, now) : null
        if (again) report(again)
        return now.pagina === null
      }
      const isReadAgain = isSamePage(other, now)
      // if the other page still has its records, nobody moved them to the page that repeats them
      if (isReadAgain && isComparable(other, now) && hasSameIds(other, now)) report(doubt.flaw)
      // the page has changed, or another exchange came in place of the repeated read
      else note.breach('unsettled', { values: doubt.flaw.values, severity: 'info' })
      return isReadAgain
    }
    if (records) {
      examineDuplicates(now, seen, note)
      lists.set(key, [...before.filter((other) => !isSamePage(other, now)), now].slice(-MAX_PAGES))
    }
    const doubt = doubts.takeSettledBy(seen)
    if (doubt && settle(doubt)) return
    // pages are compared with the list without paging, not the other way round
    if (now.pagina === null) return
    // a missing page contradicts nothing if no other page is known
    if (now.missingStatus !== null && known.length === 0) return
    const flaw = findPageFlaw(now, before)
    // a page from before a write, or from long ago, proves nothing alone, so the repeated read decides
    const repeated = seen.exchange.rechecked ? findRepeated(now, known) : null
    const doubted = flaw && mayBeOthersWrite(flaw) ? flaw : repeated
    if (doubted && doubts.add(seen, { page: now, before: known, flaw: doubted })) return
    if (flaw) {
      note.tested()
      report(flaw)
    } else if (now.missingStatus !== null) {
      // the specification does not show whether a page past the end is empty, a 400 or a 404
      note.breach('not-found', { values: { page: now.pagina, status: now.missingStatus }, severity: 'info' })
    } else if (before.length > 0) note.tested()
  }
})

/** The flaw of a doubted page, if the page still contradicts the list after that was read again without `pagina`. */
function findFlawAgain({ page, before, flaw }: Doubt, now: Page): PageFlaw | null {
  const others = before.filter((other) => !isSamePage(other, now))
  const comparable = [...others, now].filter((other) => isComparable(other, page))
  const again = findPageFlaw(page, comparable)
  return again?.suffix === flaw.suffix ? { ...again, exchange: page.exchange } : null
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

function reportFlaw(note: PageNote, { suffix, values, exchange }: PageFlaw, seen: SeenExchange): void {
  note.breach(suffix, {
    values,
    ...severityOfFlaw(suffix, seen),
    ...(exchange && { exchange }),
  })
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
