import { isObject, type Json } from '../../exchange/json.js'
import { identifierField, isIdentifier } from '../identifier.js'
import { Recent } from '../memory.js'
import { observer } from '../observer.js'
import type { Fields, SeenExchange } from '../seen.js'
import { documentedFields } from '../shapes/knowledge.js'

interface Page {
  readonly records: readonly Fields[]
  /** Writes seen before: a later one may have changed the record. */
  readonly writes: number
  readonly exchange: string
  /** The fields that the document shows for the list's records. */
  readonly documented: readonly string[] | null
}

/** Pages of one list, and records of a page, whose fields are counted. */
const PAGES_KEPT = 4
const RECORDS_KEPT = 100

/** Single reads whose table gives the same record as the table of the list, so they have nothing more to show. */
const tabulatedAlike = new Set(['categorias-lojas/read', 'categorias-produtos/read'])

/** A list's record is a summary: the single read shows more fields. A marketplace's category is left out. */
export const summary = observer('lists/summary', (memory) => {
  const lists = new Recent<readonly Page[]>(40)
  return (seen, note) => {
    const { route, data, key, listed } = seen
    if (listed && listed.length > 0) {
      const page = {
        records: listed.slice(0, RECORDS_KEPT),
        writes: memory.writes(seen),
        exchange: seen.exchange.id,
        documented: documentedFields(seen),
      }
      lists.set(key, [...(lists.get(key) ?? []), page].slice(-PAGES_KEPT))
    }
    if (route?.method !== 'GET' || route.success.data !== 'object' || !isObject(data)) return
    if (lists.isEmpty || route.id === 'anuncios/read-category') return
    // an empty record is the affair of records/same-identifier
    if (Object.keys(data).length === 0) return
    const end = key.lastIndexOf('/')
    const pages = (lists.get(key.slice(0, end)) ?? []).filter(({ writes }) => writes === memory.writes(seen))
    const page = pages.findLast(({ records }) => find(records, key.slice(end + 1)))
    const record = page && find(page.records, key.slice(end + 1))
    if (!record) return
    note.tested()
    const fields = Object.keys(data).length
    const before = Object.keys(record).length
    // a missing identifier is reported by records/same-identifier
    const isLacking = !isIdentifier(identifierField(data))
    const values = { fields, listed: before, list: page.exchange }
    if (fields < before - Number(isLacking)) note.breach('fewer', { values })
    // what this traffic created may be so bare that no summary is shorter
    else if (!isLacking && !isAlike(seen, page) && !memory.wasCreated(key) && !showsMore(data, record))
      note.breach('as-full', { values })
  }
})

/** True if the tables, or the document, give the same record for the list and the single read. */
function isAlike(seen: SeenExchange, { documented }: Page): boolean {
  if (seen.route && tabulatedAlike.has(seen.route.id)) return true
  const single = documentedFields(seen)
  return single !== null && documented !== null && single.every((name) => documented.includes(name))
}

function find(records: readonly Fields[], id: string): Fields | undefined {
  return records.find((record) => String(identifierField(record)) === id)
}

/** True if a field at any depth appears in the single read only. */
function showsMore(single: Json, listed: Json): boolean {
  if (Array.isArray(single)) {
    const items = Array.isArray(listed) ? listed : []
    return single.length > items.length || single.some((item, i) => showsMore(item, items[i] ?? null))
  }
  if (!isObject(single)) return false
  if (!isObject(listed)) return true
  return Object.entries(single).some(
    ([name, value]) => !Object.hasOwn(listed, name) || showsMore(value, listed[name] ?? null),
  )
}
