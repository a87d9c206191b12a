import { isObject, type Json, property } from '../../exchange/json.js'
import {
  isOfAnother,
  type Likeness,
  likenessOfRead,
  likenessOfSummary,
} from '../../rules/harness/own-records.js'
import { identifierIn, recordsListed, segmentOf } from '../../rules/identifier.js'
import { groupedLists } from '../../specification/collection.js'
import { allRoutes } from '../../specification/find-route.js'
import type { Route } from '../../specification/route.js'
import { resourceAt } from '../../specification/samples/index.js'
import type { Account } from '../account.js'
import { dataIn, type RecordRoutes, routesOf, sendCleanup } from './cleanup-request.js'
import { borderosOf } from './gated-request.js'
import type { LedgerEntry } from './ledger.js'
import { keyOf } from './own-records.js'

/** The most pages of one list that are searched; after them the search counts as incomplete. */
const MOST_PAGES = 200
const PAGE_SIZE = 100
/** The most single reads, if a list does not show the field with the mark. */
const MOST_READS = 50
/** The most single reads if they probably find nothing: after a refused create, or for records that lists do not show. */
export const FEW_READS = 5

/** The search was complete, and the record does not exist. */
const NOWHERE = Symbol('nowhere')

/** The search was incomplete, or one of the candidates may be the record. No candidates: nothing is known. */
export interface Undecided {
  readonly candidates: readonly string[]
}

/** The identifier of the record, if it was found. */
type Found = string | typeof NOWHERE | Undecided

export function isUndecided(found: Found): found is Undecided {
  return typeof found === 'object'
}

/**
 * Searches for a record that may have been created although no response confirmed it. It looks for the run's mark, first
 * in the lists, then in single reads, newest records first. Records that a list had shown before the create, and those
 * that another create returned, are left out.
 */
export async function findCreated(
  account: Account,
  entry: LedgerEntry,
  { list, read }: RecordRoutes,
  signal?: AbortSignal,
): Promise<Found> {
  // nothing could tell the record from the others: neither a read, nor a list of those that were there before
  if (!canReadTell(entry) && entry.idsBefore.size === 0) return { candidates: [] }
  const search: Search = { account, entry, read, signal }
  // the service may still be working on the create, and would add the record after our search
  await account.waitUntilEnded(entry.atMs, signal)
  const lists = await listsOf(search, list)
  if (lists === null) return { candidates: [] }
  const searched: SearchedList[] = []
  for (const request of lists) {
    const result = await searchList(search, request)
    if (result.found !== null) return result.found
    searched.push(result)
  }
  const single = await searchSingly(search, newestFirst(searched.flatMap(({ unclear }) => unclear)))
  if (typeof single === 'string') return single
  const marked = searched.flatMap((result) => result.marked)
  if (marked.length > 0) return { candidates: [...marked, ...(isUndecided(single) ? single.candidates : [])] }
  // records that were not listed may be ours, so the unclear ones are not worth reporting
  if (searched.some(({ isComplete }) => !isComplete) || haveEqualLists(searched)) return { candidates: [] }
  // lists that hide records do not prove that ours does not exist
  if (single === NOWHERE && (await isRecordHidden(search, searched))) return { candidates: [] }
  return single
}

interface Search {
  readonly account: Account
  readonly entry: LedgerEntry
  /** Reads a single record of the collection; null without such a route, in which case no record can be proven. */
  readonly read: Route | null
  readonly signal: AbortSignal | undefined
}

/** Whether two lists of different situations or groups show the same records. Then the service ignores their queries. */
function haveEqualLists(searched: readonly SearchedList[]): boolean {
  const shown = searched.filter(({ seen }) => seen.size > 0).map(({ seen }) => [...seen].sort().join('\n'))
  return new Set(shown).size < shown.length
}

/** Whether a record that a list had shown before is in no list now, although it can be read. Then lists hide records. */
async function isRecordHidden(
  { account, entry: { idsBefore }, read, signal }: Search,
  searched: readonly SearchedList[],
): Promise<boolean> {
  if (read === null) return false
  const missing = [...idsBefore].filter((id) => isReadable(id) && searched.every(({ seen }) => !seen.has(id)))
  for (const id of newestFirst(missing).slice(0, FEW_READS)) {
    const response = await sendCleanup(account, { route: read, id }, signal)
    if (response?.status === 200 && identifierIn(dataIn(response.text)) === id) return true
  }
  return false
}

interface ListRequest {
  readonly route: Route
  /** The identifier in the path: of the group, or of the paid account. */
  readonly id: string | null
  readonly query: Readonly<Record<string, string | number>>
  /** Finds the records in `data`. Default: those of a list, which has pages. */
  readonly recordsIn?: (data: Json | undefined) => readonly Json[] | null
}

/** Returns every list that may show the record; null if there is none, or if its groups could not be read. */
async function listsOf(
  { account, entry, signal }: Search,
  list: Route | null,
): Promise<ListRequest[] | null> {
  const { collection, paidAccount } = entry
  const grouped = groupedLists[collection]
  if (grouped !== undefined) return listsOfGroups(account, grouped, signal)
  if (collection === '/borderos' && paidAccount !== null) return borderosOfPaid(account, paidAccount)
  if (list === null) return null
  // a filter with a default hides the records of all its other values, so the list is read once for each value
  const defaultFilter = Object.entries(list.query).find(
    ([, parameter]) => parameter.default !== undefined && parameter.values,
  )
  if (defaultFilter === undefined) return [{ route: list, id: null, query: {} }]
  const [name, { values = [] }] = defaultFilter
  return values.map((value) => ({ route: list, id: null, query: { [name]: value } }))
}

/** The borderôs (payment batches) of a paid account are listed in the read of that account, whose key is `/contas/receber/12`. */
function borderosOfPaid({ gate }: Account, key: string): ListRequest[] | null {
  const slash = key.lastIndexOf('/')
  const { read } = routesOf(key.slice(0, slash), gate.knowledge)
  const id = key.slice(slash + 1)
  const showsNoBorderos = (data: Json | undefined) =>
    isOfAnother(data, id) || !Array.isArray(property(data, 'borderos'))
  const recordsIn = (data: Json | undefined) =>
    showsNoBorderos(data) ? null : borderosOf(data).map((bordero) => ({ id: bordero }))
  return read && [{ route: read, id, query: {}, recordsIn }]
}

/** Some records are listed by group only: custom fields, for example, by module. Returns the lists of all groups. */
async function listsOfGroups(
  account: Account,
  [groups, ofGroup]: readonly [string, string],
  signal?: AbortSignal,
): Promise<ListRequest[] | null> {
  const routeOf = (id: string) => allRoutes('document').find((route) => route.id === id)
  const [groupsRoute, route] = [routeOf(groups), routeOf(ofGroup)]
  if (!groupsRoute || !route) return null
  const response = await sendCleanup(account, { route: groupsRoute }, signal)
  const listed = response?.status === 200 ? dataIn(response.text) : null
  if (!Array.isArray(listed)) return null
  const ids = (listed as readonly Json[]).flatMap((group) => identifierIn(group) ?? [])
  if (ids.length < listed.length || !ids.every(isReadable)) return null
  return ids.map((id) => ({ route, id, query: {} }))
}

interface SearchedList {
  /** A record that a single read has shown with the mark. */
  readonly found: string | null
  /** Records that show the mark in the list, or that the create returned, but that no single read has proven. */
  readonly marked: readonly string[]
  /** Records whose summary does not show whether they are the record. */
  readonly unclear: readonly string[]
  /** All records that the list showed. */
  readonly seen: ReadonlySet<string>
  /** Whether the list was read to its end. */
  readonly isComplete: boolean
}

/** Reads a list page by page, and compares each record with the one that we search. */
async function searchList(search: Search, request: ListRequest): Promise<SearchedList> {
  const { account, signal } = search
  const { route, id, query, recordsIn } = request
  const seen = new Set<string>()
  const marked: string[] = []
  const unclear: string[] = []
  const result = (isComplete: boolean) => ({ found: null, marked, unclear, seen, isComplete })
  const requestPage = async (page: ListRequest['query']) => {
    const response = await sendCleanup(account, { route, id, query: { ...query, ...page } }, signal)
    const data = response?.status === 200 ? dataIn(response.text) : undefined
    return { status: response?.status, records: recordsIn ? recordsIn(data) : recordsListed(data) }
  }
  for (let pagina = 1; pagina <= MOST_PAGES && !signal?.aborted; pagina++) {
    const { status, records } = await requestPage(recordsIn ? {} : { pagina, limite: PAGE_SIZE })
    // a service may respond 404 to the page after the last one
    if (records === null) return result(status === 404 && pagina > 1)
    if (records.length === 0) return result(true)
    const seenBefore = seen.size
    for (const record of records) {
      const recordId = identifierIn(record)
      if (recordId === null) return result(false)
      if (seen.has(recordId)) continue
      seen.add(recordId)
      const likeness = likenessListed(search, record, recordId)
      if (likeness === 'unclear') unclear.push(recordId)
      if (likeness !== 'own') continue
      if ((await readRecord(search, recordId)) === 'own') return { ...result(false), found: recordId }
      marked.push(recordId)
    }
    if (recordsIn) return result(true)
    // the service ignores `pagina`; this was the whole list if a smaller `limite` shows as many, and the page was not full
    if (seen.size === seenBefore) {
      const { records: limited } = await requestPage({ limite: 1 })
      return result(records.length < PAGE_SIZE && limited?.length === records.length)
    }
  }
  return result(false)
}

/**
 * Compares a record of a list with the one that we search. It is another one if it existed before or another create returned it. If
 * the create of our entry returned it, it counts as ours here; a single read decides.
 */
function likenessListed(search: Search, record: Json, id: string): Likeness {
  const { account, entry } = search
  const number = account.gate.own.numberOf(keyOf({ ...entry, id }))
  if (entry.idsBefore.has(id) || (number !== null && number !== entry.number)) return 'other'
  const likeness = id === entry.id ? 'own' : likenessOfSummary(record, sentWith(search))
  return likeness === 'unclear' && cannotComeFromEmptyBody(record, entry) ? 'other' : likeness
}

/** The mark, and the fields in which it was sent. */
const sentWith = ({ account, entry }: Search) => ({ mark: account.ledger.header.mark, fields: entry.fields })

/**
 * Reads a record, and compares it with the one that we search. A record of a create that was wrong on purpose never counts
 * as ours, even if it shows our mark: the service should have refused that create, and one that accepts it may have written into
 * a record of the user instead. It is reported, and the user decides.
 */
async function readRecord(search: Search, id: string): Promise<Likeness> {
  const { account, entry, read, signal } = search
  if (read === null || !isReadable(id)) return 'unclear'
  const response = await sendCleanup(account, { route: read, id }, signal)
  if (response?.status === 404) return 'other'
  const data = response?.status === 200 ? dataIn(response.text) : undefined
  if (data === undefined || isOfAnother(data, id)) return 'unclear'
  const likeness = likenessOfRead(data, id, sentWith(search))
  if (likeness === 'own' && entry.isWrong) return 'unclear'
  return likeness === 'unclear' && cannotComeFromEmptyBody(data, entry) ? 'other' : likeness
}

/**
 * Whether the body of the create was empty, but all required fields that the record shows have values: at least two, because a
 * single one could have a default, unless the collection has only one.
 */
function cannotComeFromEmptyBody(record: Json, { isEmpty, collection }: LedgerEntry): boolean {
  if (!isEmpty || !isObject(record)) return false
  const required = resourceAt(collection)?.required ?? []
  const shown = required.map((field) => property(record, field)).filter((value) => value !== undefined)
  return shown.length >= Math.min(2, required.length) && shown.length > 0 && shown.every(isFilled)
}

/** Whether a field has a value. Zeros, flags, empty texts, and objects of these alone do not count: a service may add them itself. */
function isFilled(value: Json): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(isFilled)
  return (typeof value === 'string' && value !== '') || (typeof value === 'number' && value !== 0)
}

/** Reads the unclear records one by one, until one shows the mark. Those that it has not excluded remain candidates. */
async function searchSingly(search: Search, ids: readonly string[]): Promise<Found> {
  const candidates = new Set(ids)
  const mostReads = search.entry.standing === 'refused' ? FEW_READS : MOST_READS
  const idsToRead = canReadTell(search.entry) ? ids.slice(0, mostReads) : []
  for (const id of idsToRead) {
    if (search.signal?.aborted) return { candidates: [] }
    const likeness = await readRecord(search, id)
    if (likeness === 'own') return id
    if (likeness === 'other') candidates.delete(id)
  }
  return candidates.size === 0 ? NOWHERE : { candidates: [...candidates] }
}

/** A record whose identifier cannot be part of a path cannot be read. */
const isReadable = (id: string) => segmentOf(id) !== null

/** Whether a read can tell the record from others: it has the mark, or others have fields that an empty body does not fill. */
function canReadTell({ fields, isEmpty }: LedgerEntry): boolean {
  return fields.length > 0 || isEmpty
}

/** Sorts identifiers from the longest and highest down, because newer ones are higher; each only once, because lists may repeat them. */
function newestFirst(ids: readonly string[]): string[] {
  return [...new Set(ids)].sort((a, b) => b.length - a.length || (a < b ? 1 : -1))
}
