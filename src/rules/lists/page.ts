import { property } from '../../exchange/json.js'
import { isIdentifier } from '../identifier.js'
import { Doubts, Recent } from '../memory.js'
import { type ObserverNote, observer } from '../observer.js'
import type { Fields, SeenExchange } from '../seen.js'
import { idsOf, isCollection, isComparable, listKey, wholeIn } from './list-of.js'
import { flawOf, isEqual, isSamePage, type Page, type PageFlaw, repeated } from './page-flaws.js'

/** A page that contradicts earlier ones, until the run has read again what it contradicts. */
interface Doubt {
  readonly page: Page
  readonly before: readonly Page[]
  readonly flaw: PageFlaw
}

type PageNote = ObserverNote<'lists/page'>

const PAGES_KEPT = 8
const IDS_KEPT = 1000

/**
 * Checks that `pagina` moves on: two pages share no record and leave none out, no page contains a record twice, no
 * page is empty while records remain, and no page past the end repeats records. Pages are compared only while no
 * change of the list is seen. Others may write to live accounts unseen, so our own run reads a contradicting page
 * again and reports a breach only if the contradiction remains.
 */
export const page = observer('lists/page', (memory) => {
  const lists = new Recent<readonly Page[]>(64)
  const doubts = new Doubts<Doubt>()
  /** Lists of which one page repeated another: that a page beyond the end repeats records is the same fault. */
  const repeating = new Recent<true>(64)
  return (seen, note) => {
    const { route, listed: records } = seen
    if (route?.method !== 'GET' || (!records && !isMissing(seen))) return
    const key = listKey(seen, ['pagina', 'limite'])
    const now = pageOf(seen, memory.countWrites(seen))
    if (!now) return
    const report = (flaw: PageFlaw) => {
      if (flaw.suffix === 'beyond' && repeating.has(key)) return
      if (flaw.suffix === 'repeated') repeating.set(key, true)
      reportTo(note, flaw, seen)
    }
    /** Whether this exchange was sent to settle the doubt, and so is compared with nothing else. */
    const settle = ({ page, before, flaw }: Doubt): boolean => {
      note.tested()
      if (flaw.other) {
        const isSame = isSamePage(flaw.other, now)
        if (isSame && isComparable(flaw.other, now) && isEqual(flaw.other, now)) report(flaw)
        else note.breach('unsettled', { values: flaw.values, severity: 'info' })
        return isSame
      }
      if (now.pagina !== null) return false
      const others = before.filter((it) => !isSamePage(it, now))
      const comparable = [...others, now].filter((it) => isComparable(it, page))
      const again = flawOf(page, comparable)
      if (again?.suffix === flaw.suffix) reportTo(note, { ...again, exchange: page.exchange }, seen)
      return true
    }
    const kept = lists.get(key) ?? []
    const before = kept.filter((it) => isComparable(it, now))
    if (records) {
      examineAlone(now, seen, note)
      lists.set(key, [...before.filter((it) => !isSamePage(it, now)), now].slice(-PAGES_KEPT))
    }
    const doubt = doubts.takeSettledBy(seen)
    if (doubt && settle(doubt)) return
    if (now.pagina === null || (now.missing !== null && kept.length === 0)) return
    const flaw = flawOf(now, before)
    const doubted = flaw && contradicts(flaw) ? flaw : seen.exchange.rechecked ? repeated(now, kept) : null
    if (doubted && doubts.add(seen, { page: now, before: kept, flaw: doubted })) return
    if (before.length > 0 && (now.missing === null || flaw)) note.tested()
    if (flaw) report(flaw)
    // the specification does not show whether a page past the end is empty, a 400 or a 404
    else if (now.missing !== null)
      note.breach('not-found', { values: { page: now.pagina, status: now.missing }, severity: 'info' })
  }
})

/** True if the status says that there is no such page: unknown, or invalid. */
export function isNoPage(status: number | null): boolean {
  return status === 404 || status === 400
}

function isMissing({ status, query, intent, isAccessRefused }: SeenExchange): boolean {
  return isNoPage(status) && !isAccessRefused && intent === 'success' && Number(query.get('pagina')) > 1
}

/** Compares by `id` only: another field like an identifier may name something that several records share. */
function examineAlone({ pagina, ids: named, count }: Page, seen: SeenExchange, note: PageNote): void {
  const records = seen.listed ?? []
  if (records.find(hasId) === records.findLast(hasId)) return
  note.tested()
  // each record has its own name, whichever field contains it
  if (named.size === count) return
  const ids = records.filter(hasId).map(({ id }) => id)
  const distinct = new Set(ids.map(String))
  if (distinct.size === ids.length) return
  const id = ids.find((one, i) => ids.indexOf(one) !== i) ?? null
  const values = { page: pagina ?? 1, count: ids.length - distinct.size, id }
  note.breach('twice', { values, ...byList(seen) })
}

function hasId(record: Fields): record is Fields & { readonly id: string | number } {
  return isIdentifier(property(record, 'id'))
}

/** Whether somebody else's write would explain a flaw. */
function contradicts({ suffix, exchange }: PageFlaw): boolean {
  return exchange === undefined && ['repeated', 'empty', 'lost', 'left-out'].includes(suffix)
}

/** For lists that have no pages in the specification, the effect of `pagina` is only observed. */
function reportTo(note: PageNote, { suffix, values, exchange }: PageFlaw, seen: SeenExchange): void {
  const isObserved =
    suffix === 'short' || (suffix === 'first' && seen.context.profile.knowledge !== 'document')
  note.breach(suffix, {
    values,
    ...(suffix === 'first' && { severity: 'warning' }),
    ...(isObserved ? { severity: 'info' } : byList(seen)),
    ...(exchange !== undefined && {
      exchange: { exchange: { id: exchange, step: seen.exchange.step }, route: seen.route },
    }),
  })
}

function byList({ route }: SeenExchange): { readonly severity?: 'info' } {
  return route && isCollection(route) ? {} : { severity: 'info' }
}

function pageOf({ query, exchange, listed, status }: SeenExchange, writes: number): Page | null {
  const [pagina, limite] = [wholeIn(query, 'pagina'), wholeIn(query, 'limite')]
  if (pagina === undefined || limite === undefined) return null
  return {
    pagina: pagina ?? (limite === null ? null : 1),
    limite,
    ids: new Set(idsOf(listed ?? []).slice(0, Math.min(limite ?? IDS_KEPT, IDS_KEPT))),
    count: listed?.length ?? 0,
    missing: listed ? null : status,
    sentAtMs: exchange.sentAtMs,
    writes,
    exchange: exchange.id,
  }
}
