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

/** Pages of one list that are searched for a record whose creation got no response. */
const MOST_PAGES = 200
const PAGE_SIZE = 100
/** Single reads, where a list does not show the field that carries the mark. */
const MOST_READS = 50
/**
 * Limit of single reads where they probably find nothing: after a refused create, or for records that lists left out.
 */
export const FEW_READS = 5

/** All was searched, and the record is not there. */
const NOWHERE = Symbol('nowhere')

/** Not all could be looked at; or nothing tells whether one of these is it. */
export interface Undecided {
  readonly candidates: readonly string[]
}

/** Its identifier, where it is there. */
export type Found = string | typeof NOWHERE | Undecided

export function isUndecided(found: Found): found is Undecided {
  return typeof found === 'object'
}

/**
 * Looks for a record that may have been created, by the mark: in the lists, then record by record, newest first. What lists
 * had shown before its request left is not it, and neither is what the response to another create named.
 */
export async function findCreated(
  account: Account,
  entry: LedgerEntry,
  { list, read }: RecordRoutes,
  signal?: AbortSignal,
): Promise<Found> {
  if (!isRecognisable(entry) && entry.idsBefore.size === 0) return { candidates: [] }
  const search: Search = { account, entry, read, signal }
  await account.waitUntilEnded(entry.atMs, signal)
  const lists = await listsOf(search, list)
  if (lists === null) return { candidates: [] }
  const searched: SearchedList[] = []
  for (const one of lists) {
    const seen = await searchList(search, one)
    if (seen.found !== null) return seen.found
    searched.push(seen)
  }
  const unclear = newestFirst(searched.flatMap((one) => one.unclear))
  const single = await searchSingly(search, unclear)
  const marked = searched.flatMap((one) => one.marked)
  if (typeof single !== 'string' && marked.length > 0)
    return { candidates: [...marked, ...(isUndecided(single) ? single.candidates : [])] }
  const isSearched =
    searched.every(({ isComplete }) => isComplete) &&
    !isAnyTwice(searched) &&
    (single !== NOWHERE || !(await isAnyHidden(search, searched)))
  return typeof single === 'string' || isSearched ? single : { candidates: [] }
}

interface Search {
  readonly account: Account
  readonly entry: LedgerEntry
  /** Reads a single record of the collection; null without such a route, in which case no record can be proven. */
  readonly read: Route | null
  readonly signal: AbortSignal | undefined
}

/** Lists of different situations, or groups, that show the same: then none of them shows what its query asks for. */
function isAnyTwice(searched: readonly SearchedList[]): boolean {
  const shown = searched.filter(({ seen }) => seen.size > 0).map(({ seen }) => [...seen].sort().join('\n'))
  return new Set(shown).size < shown.length
}

/** Whether a record that a list had shown before is in none now, though it can be read: then the lists hide more than that. */
async function isAnyHidden(
  { account, entry: { idsBefore: before }, read, signal }: Search,
  searched: readonly SearchedList[],
): Promise<boolean> {
  const missing = [...before].filter((id) => isReadable(id) && searched.every(({ seen }) => !seen.has(id)))
  for (const id of read === null ? [] : newestFirst(missing).slice(0, FEW_READS)) {
    const response = read && (await sendCleanup(account, { route: read, id }, signal))
    if (response?.status === 200 && identifierIn(dataIn(response.text)) === id) return true
  }
  return false
}

interface ListRequest {
  readonly route: Route
  readonly id: string | null
  readonly query: Readonly<Record<string, string | number>>
  /** The records in `data`; left out: those of a list, which has pages. */
  readonly recordsIn?: (data: Json | undefined) => readonly Json[] | null
}

/**
 * Returns every list that may show a record of the collection; null without a list, or if its groups could not be
 * read.
 */
async function listsOf(
  { account, entry, signal }: Search,
  list: Route | null,
): Promise<ListRequest[] | null> {
  const { collection, paidAccount: of } = entry
  const grouped = groupedLists[collection]
  if (grouped !== undefined) return listsOfGroups(account, grouped, signal)
  if (collection === '/borderos' && of !== null) return ofPaid(account, of)
  if (list === null) return null
  // a parameter with a default hides every other value
  const hiding = Object.entries(list.query).find(
    ([, { default: one, values }]) => one !== undefined && values,
  )
  if (hiding === undefined) return [{ route: list, id: null, query: {} }]
  const [name, { values = [] }] = hiding
  return values.map((value) => ({ route: list, id: null, query: { [name]: value } }))
}

/** The account that was paid shows its borderôs. */
function ofPaid({ gate }: Account, key: string): ListRequest[] | null {
  const slash = key.lastIndexOf('/')
  const { read } = routesOf(key.slice(0, slash), gate.knowledge)
  const id = key.slice(slash + 1)
  const isOther = (data: Json | undefined) =>
    isOfAnother(data, id) || !Array.isArray(property(data, 'borderos'))
  const recordsIn = (data: Json | undefined) =>
    isOther(data) ? null : borderosOf(data).map((bordero) => ({ id: bordero }))
  return read && [{ route: read, id, query: {}, recordsIn }]
}

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
  const ids = (listed as readonly Json[]).map(identifierIn)
  if (ids.some((id) => id === null || !isReadable(id))) return null
  return ids.flatMap((id) => (id === null ? [] : [{ route, id, query: {} }]))
}

interface SearchedList {
  /** A record that a single read has shown with the mark. */
  readonly found: string | null
  /** Records that show the mark in the list, or have the identifier that the create named; no single read proved them. */
  readonly marked: readonly string[]
  /** Records of which the list does not tell whether they are looked for. */
  readonly unclear: readonly string[]
  /** Records that it showed. */
  readonly seen: ReadonlySet<string>
  /** Whether the list was read to its end. */
  readonly isComplete: boolean
}

async function searchList(search: Search, request: ListRequest): Promise<SearchedList> {
  const { account, signal } = search
  const { route, id, query, recordsIn } = request
  const seen = new Set<string>()
  const [marked, unclear]: [string[], string[]] = [[], []]
  const ended = (isComplete: boolean, found: string | null = null) => ({
    found,
    marked,
    unclear,
    seen,
    isComplete,
  })
  const recordsOf = async (asked: ListRequest['query']) => {
    const response = await sendCleanup(account, { route, id, query: { ...query, ...asked } }, signal)
    const data = response?.status === 200 ? dataIn(response.text) : undefined
    return { status: response?.status, records: recordsIn ? recordsIn(data) : recordsListed(data) }
  }
  for (let pagina = 1; pagina <= MOST_PAGES && !signal?.aborted; pagina++) {
    const { status, records } = await recordsOf(recordsIn ? {} : { pagina, limite: PAGE_SIZE })
    if (records === null) return ended(status === 404 && pagina > 1)
    if (records.length === 0) return ended(status === 200)
    const before = seen.size
    for (const record of records) {
      const one = identifierIn(record)
      if (one === null) return ended(false)
      if (seen.has(one)) continue
      seen.add(one)
      const likeness = likenessListed(search, record, one)
      if (likeness === 'unclear') unclear.push(one)
      if (likeness !== 'own') continue
      if ((await look(search, one)) === 'own') return ended(false, one)
      marked.push(one)
    }
    if (recordsIn) return ended(true)
    // a service that ignores `pagina` returns the same records with any page size; with other services the page may
    // be cut
    if (seen.size === before) {
      const { records: shown } = await recordsOf({ limite: 1 })
      return ended(records.length < PAGE_SIZE && shown?.length === records.length)
    }
  }
  return ended(false)
}

/** A record that a list had shown before the create, or that another create returned, is not the one we look for. */
function likenessListed(search: Search, record: Json, id: string): Likeness {
  const { account, entry } = search
  const number = account.gate.own.numberOf(keyOf({ ...entry, id }))
  if (entry.idsBefore.has(id) || (number !== null && number !== entry.number)) return 'other'
  const likeness = id === entry.id ? 'own' : likenessOfSummary(record, sentWith(search))
  return likeness === 'unclear' && lacksNothing(record, entry) ? 'other' : likeness
}

const sentWith = ({ account, entry }: Search) => ({ mark: account.ledger.header.mark, fields: entry.fields })

/**
 * Whether a single read shows the record that we look for. A record of a create that was wrong on purpose never
 * counts as ours, even if the read shows our mark.
 */
async function look(search: Search, id: string): Promise<Likeness> {
  const { account, entry, read, signal } = search
  if (read === null || !isReadable(id)) return 'unclear'
  const response = await sendCleanup(account, { route: read, id }, signal)
  if (response?.status === 404) return 'other'
  const data = response?.status === 200 ? dataIn(response.text) : undefined
  if (data === undefined || isOfAnother(data, id)) return 'unclear'
  const likeness = likenessOfRead(data, id, sentWith(search))
  if (likeness === 'own' && entry.isWrong) return 'unclear'
  return likeness === 'unclear' && lacksNothing(data, entry) ? 'other' : likeness
}

/** Whether the body was empty, and the record holds what no empty body brings. */
function lacksNothing(record: Json, { isEmpty, collection }: LedgerEntry): boolean {
  return isEmpty && isObject(record) && hasWhatAnEmptyLacks(record, collection)
}

/**
 * True if every required field that the record shows is filled, and at least two are: a single one could hold a
 * default of the service.
 */
function hasWhatAnEmptyLacks(record: Json, collection: string): boolean {
  const required = resourceAt(collection)?.required ?? []
  const shown = required.map((field) => property(record, field)).filter((value) => value !== undefined)
  return shown.length >= Math.min(2, required.length) && shown.length > 0 && shown.every(isFilled)
}

/** Zeros, empty texts and objects that hold only such values do not count, because a service adds them unasked. */
function isFilled(value: Json): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(isFilled)
  return isText(value) ? value !== '' : typeof value === 'number' && value !== 0
}

const isText = (value: Json | undefined): value is string => typeof value === 'string'

async function searchSingly(search: Search, ids: readonly string[]): Promise<Found> {
  const mayBe = new Set(ids)
  const mostReads = search.entry.standing === 'refused' ? FEW_READS : MOST_READS
  for (const id of isRecognisable(search.entry) ? ids.slice(0, mostReads) : []) {
    if (search.signal?.aborted) return { candidates: [] }
    const likeness = await look(search, id)
    if (likeness === 'own') return id
    if (likeness === 'other') mayBe.delete(id)
  }
  return mayBe.size === 0 ? NOWHERE : { candidates: [...mayBe] }
}

/** An identifier that no address can hold cannot be read, so it stays in doubt. */
const isReadable = (id: string) => segmentOf(id) !== null

/**
 * A read can recognise only a record that was sent with the mark or with an empty body. Other records are decided by
 * the identifiers that existed before.
 */
function isRecognisable({ fields, isEmpty }: LedgerEntry): boolean {
  return fields.length > 0 || isEmpty
}

/** Each once, for several pages and lists may show the same. Identifiers grow; which end of a list is the newest is not shown. */
function newestFirst(ids: readonly string[]): string[] {
  return [...new Set(ids)].sort((a, b) => b.length - a.length || (a < b ? 1 : -1))
}
