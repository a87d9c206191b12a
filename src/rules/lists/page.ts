import { observer } from '../observer.js'
import { createRecent } from '../recent.js'
import type { SeenExchange } from '../seen.js'
import { COMPARABLE_MS, idsOf, isCollection, listKey } from './list-of.js'

interface Page {
  readonly pagina: number
  readonly ids: ReadonlySet<string>
  readonly sentAtMs: number
  readonly writes: number
  readonly exchange: string
}

/** Pages of one list that are compared with the next. */
const PAGES_KEPT = 8

/** `pagina` moves on: two pages share no record. Pages are compared while nobody is seen to change the list. */
export const page = observer('lists/page', (memory) => {
  const lists = createRecent<readonly Page[]>(32)
  return (seen, note) => {
    const records = seen.query.has('pagina') || seen.query.has('limite') ? seen.listed : null
    if (!records || records.length === 0 || !seen.route) return
    const now = pageOf(seen, idsOf(records), memory.writes(seen))
    if (!now) return
    const key = listKey(seen, ['pagina'])
    const before = (lists.get(key) ?? []).filter((page) => isComparable(page, now))
    lists.set(key, [...before.filter((page) => page.pagina !== now.pagina), now].slice(-PAGES_KEPT))
    const others = before.filter((page) => page.pagina !== now.pagina)
    if (others.length === 0) return
    note.tested()
    const twice = others.flatMap(({ pagina, ids }) =>
      [...now.ids].filter((id) => ids.has(id)).map((id) => ({ pagina, id })),
    )
    const [first] = twice
    if (!first) return
    const severity = isCollection(seen.route) ? {} : ({ severity: 'info' } as const)
    note.breach('repeated', {
      values: { page: now.pagina, other: first.pagina, count: twice.length, id: first.id },
      ...severity,
    })
  }
})

function pageOf({ query, exchange }: SeenExchange, ids: readonly string[], writes: number): Page | null {
  const text = query.get('pagina') ?? '1'
  if (!/^[1-9]\d{0,8}$/.test(text)) return null
  return {
    pagina: Number(text),
    ids: new Set(ids),
    sentAtMs: exchange.sentAtMs,
    writes,
    exchange: exchange.id,
  }
}

function isComparable(before: Page, now: Page): boolean {
  return before.writes === now.writes && now.sentAtMs - before.sentAtMs <= COMPARABLE_MS
}
