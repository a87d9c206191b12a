import { isObject } from '../../exchange/json.js'
import { identifierField } from '../identifier.js'
import { observer } from '../observer.js'
import { createRecent } from '../recent.js'
import type { Listed } from '../seen.js'

interface Page {
  readonly records: readonly Listed[]
  readonly exchange: string
}

/** Pages of one list, and records of a page, whose fields are counted. */
const PAGES_KEPT = 4
const RECORDS_KEPT = 100

/** A list's record is a summary: the single read shows at least as many fields. */
export const summary = observer('lists/summary', () => {
  const lists = createRecent<readonly Page[]>(40)
  return (seen, note) => {
    const { route, data, key, listed } = seen
    if (listed && listed.length > 0) {
      const page = { records: listed.slice(0, RECORDS_KEPT), exchange: seen.exchange.id }
      lists.set(key, [...(lists.get(key) ?? []), page].slice(-PAGES_KEPT))
    }
    if (route?.method !== 'GET' || route.success.data !== 'object' || !isObject(data)) return
    const end = key.lastIndexOf('/')
    const pages = lists.get(key.slice(0, end)) ?? []
    const page = pages.findLast(({ records }) => find(records, key.slice(end + 1)))
    const record = page && find(page.records, key.slice(end + 1))
    if (!record) return
    note.tested()
    const fields = Object.keys(data).length
    const before = Object.keys(record).length
    if (fields < before) note.breach('fewer', { values: { fields, listed: before, list: page.exchange } })
  }
})

function find(records: readonly Listed[], id: string): Listed | undefined {
  return records.find((record) => String(identifierField(record)) === id)
}
