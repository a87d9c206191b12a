import { isObject, type Json, property } from '../../exchange/json.js'
import { identifierIn, segmentOf } from '../../rules/identifier.js'
import { recordsListed } from '../../rules/records-listed.js'
import { groupedLists } from '../../specification/collection.js'
import { allRoutes } from '../../specification/families/index.js'
import type { Route } from '../../specification/route.js'
import { resourceAt } from '../../specification/samples/index.js'
import type { Account } from '../account.js'
import { ask, dataIn } from './cleanup-request.js'
import type { LedgerEntry } from './ledger.js'

/** Pages of one list that are searched for a record whose creation was never answered. */
const MOST_PAGES = 200
const PAGE_SIZE = 100
/** Single reads, where a list does not show the field that carries the mark. */
const MOST_READS = 50
/** Of a resource of which not even a single read may show it. */
export const FEW_READS = 5

interface Lookups {
  readonly list: Route | null
  readonly read: Route | null
  /** Most records that are read one by one. Default 50. */
  readonly mostReads?: number
}

/** All was searched, and the record is not there. */
export const NOWHERE = Symbol('nowhere')

/** Not all could be looked at; or nothing tells whether one of these is it. */
export interface Undecided {
  readonly mayBe: readonly string[]
}

/** Its identifier, where it is there. */
export type Found = string | typeof NOWHERE | Undecided

export function isUndecided(found: Found): found is Undecided {
  return typeof found === 'object'
}

/**
 * Looks for a record that may have been created, by the mark: in the lists, then record by record, newest first. What lists
 * had shown before its request left is not it.
 */
export async function findCreated(
  account: Account,
  entry: LedgerEntry,
  { list, read, mostReads = MOST_READS }: Lookups,
  signal?: AbortSignal,
): Promise<Found> {
  if (!isRecognisable(entry) && entry.before.size === 0) return { mayBe: [] }
  await account.settled(entry.atMs, signal)
  const lists = await listsOf(account, entry.collection, list, signal)
  if (lists === null) return { mayBe: [] }
  const searched: SearchedList[] = []
  for (const one of lists) {
    const seen = await searchList(account, entry, one, signal)
    if (seen.found !== null) return seen.found
    searched.push(seen)
  }
  const ids = newestFirst(searched.flatMap(({ unclear }) => unclear))
  const single = await searchSingly(account, entry, { read, ids, mostReads }, signal)
  const isSearched =
    searched.every(({ isComplete }) => isComplete) &&
    !isAnyTwice(searched) &&
    (single !== NOWHERE || !(await isAnyHidden(account, entry, { read, searched }, signal)))
  return typeof single === 'string' || isSearched ? single : { mayBe: [] }
}

/** Lists of different situations, or groups, that show the same: then none of them shows what its query asks for. */
function isAnyTwice(searched: readonly SearchedList[]): boolean {
  const shown = searched.filter(({ seen }) => seen.size > 0).map(({ seen }) => [...seen].sort().join('\n'))
  return new Set(shown).size < shown.length
}

/** Whether a record that a list had shown before is in none now, though it can be read: then the lists hide more than that. */
async function isAnyHidden(
  account: Account,
  { before }: LedgerEntry,
  { read, searched }: { readonly read: Route | null; readonly searched: readonly SearchedList[] },
  signal?: AbortSignal,
): Promise<boolean> {
  const missing = [...before].filter((id) => isReadable(id) && searched.every(({ seen }) => !seen.has(id)))
  for (const id of read === null ? [] : newestFirst(missing).slice(0, FEW_READS)) {
    const answer = read && (await ask(account, { route: read, id }, signal))
    if (answer?.status === 200 && identifierIn(dataIn(answer.text)) === id) return true
  }
  return false
}

/**
 * The record that a create made whose answer named one that is not there, or is not ours: by the mark, as after no answer. `shown` is
 * the status of its read. Its own identifier where a list still shows it.
 */
export async function findMeant(
  account: Account,
  { entry, shown }: { readonly entry: LedgerEntry; readonly shown: number | null },
  { list, read }: Lookups,
  signal?: AbortSignal,
): Promise<Found> {
  if (shown === 404) return findCreated(account, { ...entry, atMs: 0 }, { list, read }, signal)
  if (shown !== 200 || account.gate.isVerified(entry.collection, entry.id ?? '')) return NOWHERE
  const few = { list, read, mostReads: FEW_READS }
  const found = await findCreated(account, { ...entry, id: null, atMs: 0 }, few, signal)
  return isUndecided(found) ? NOWHERE : found
}

interface ListRequest {
  readonly route: Route
  readonly id: string | null
  readonly query: Readonly<Record<string, string | number>>
}

/** Every list that may show a record of the collection; null where there is none, or it could not be learnt. */
async function listsOf(
  account: Account,
  collection: string,
  list: Route | null,
  signal?: AbortSignal,
): Promise<ListRequest[] | null> {
  const grouped = groupedLists[collection]
  if (grouped !== undefined) return listsOfGroups(account, grouped, signal)
  if (list === null) return null
  // a parameter with a default hides every other value
  const hiding = Object.entries(list.query).find(
    ([, { default: one, values }]) => one !== undefined && values,
  )
  if (hiding === undefined) return [{ route: list, id: null, query: {} }]
  const [name, { values = [] }] = hiding
  return values.map((value) => ({ route: list, id: null, query: { [name]: value } }))
}

async function listsOfGroups(
  account: Account,
  [groups, ofGroup]: readonly [string, string],
  signal?: AbortSignal,
): Promise<ListRequest[] | null> {
  const routeOf = (id: string) => allRoutes('document').find((route) => route.id === id)
  const [groupsRoute, route] = [routeOf(groups), routeOf(ofGroup)]
  if (!groupsRoute || !route) return null
  const answer = await ask(account, { route: groupsRoute }, signal)
  const listed = answer?.status === 200 ? dataIn(answer.text) : null
  if (!Array.isArray(listed)) return null
  const ids = (listed as readonly Json[]).map(identifierIn)
  if (ids.some((id) => id === null || !isReadable(id))) return null
  return ids.flatMap((id) => (id === null ? [] : [{ route, id, query: {} }]))
}

interface SearchedList {
  readonly found: string | null
  /** Records whose summary does not tell whether they are looked for. */
  readonly unclear: readonly string[]
  /** Records that it showed. */
  readonly seen: ReadonlySet<string>
  /** Whether the list was read to its end. */
  readonly isComplete: boolean
}

async function searchList(
  account: Account,
  entry: LedgerEntry,
  { route, id, query }: ListRequest,
  signal?: AbortSignal,
): Promise<SearchedList> {
  const known = new Set(account.ledger.open().map((one) => `${one.collection}/${one.id}`))
  const seen = new Set<string>()
  const unclear: string[] = []
  const ended = (isComplete: boolean, found: string | null = null) => ({ found, unclear, seen, isComplete })
  for (let pagina = 1; pagina <= MOST_PAGES && !signal?.aborted; pagina++) {
    const answer = await ask(account, { route, id, query: { ...query, pagina, limite: PAGE_SIZE } }, signal)
    const records = answer?.status === 200 ? recordsListed(dataIn(answer.text)) : null
    if (records === null) return ended(answer?.status === 404 && pagina > 1)
    if (records.length === 0) return ended(true)
    const before = seen.size
    for (const record of records) {
      const one = identifierIn(record)
      if (one === null) return ended(false)
      seen.add(one)
      if (one === entry.id) return ended(false, one)
      if (known.has(`${entry.collection}/${one}`)) continue
      const likeness = likenessOf(record, entry, account.ledger.header.mark)
      if (likeness === 'same') return ended(false, one)
      if (likeness === 'unclear' && !entry.before.has(one)) unclear.push(one)
    }
    // a service that knows no pages answers the same again, whatever their length; a page of any other may be cut
    if (seen.size === before) {
      const one = await ask(account, { route, id, query: { ...query, limite: 1 } }, signal)
      const shown = one?.status === 200 ? recordsListed(dataIn(one.text)) : null
      return ended(records.length < PAGE_SIZE && shown?.length === records.length)
    }
  }
  return ended(false)
}

/** Whether a record, or its summary, is the one that is looked for. */
function likenessOf(record: Json, entry: LedgerEntry, mark: string): 'same' | 'other' | 'unclear' {
  if (JSON.stringify(record).includes(mark)) return 'same'
  if (!isObject(record)) return 'unclear'
  if (entry.empty) return hasWhatAnEmptyLacks(record, entry.collection) ? 'other' : 'unclear'
  return isText(property(record, entry.field ?? '')) ? 'other' : 'unclear'
}

/** Of the required fields that the record shows none is empty, and two are filled, so that a value of the service's own tells nothing. */
function hasWhatAnEmptyLacks(record: Json, collection: string): boolean {
  const required = resourceAt(collection)?.required ?? []
  const shown = required.map((field) => property(record, field)).filter((value) => value !== undefined)
  return shown.length >= Math.min(2, required.length) && shown.length > 0 && shown.every(isFilled)
}

/** A zero, an empty text and what holds nothing else are there though nobody sent them. */
function isFilled(value: Json): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(isFilled)
  return isText(value) ? value !== '' : typeof value === 'number' && value !== 0
}

const isText = (value: Json | undefined): value is string => typeof value === 'string'

interface Candidates {
  readonly read: Route | null
  readonly ids: readonly string[]
  readonly mostReads: number
}

async function searchSingly(
  account: Account,
  entry: LedgerEntry,
  { read, ids, mostReads }: Candidates,
  signal?: AbortSignal,
): Promise<Found> {
  const mayBe = new Set(ids)
  const ended = (): Found => (mayBe.size === 0 ? NOWHERE : { mayBe: [...mayBe] })
  if (read === null || !isRecognisable(entry)) return ended()
  for (const id of ids.filter(isReadable).slice(0, mostReads)) {
    if (signal?.aborted) return { mayBe: [] }
    const answer = await ask(account, { route: read, id }, signal)
    const record = dataIn(answer?.text ?? '') ?? null
    const likeness = likenessOf(record, entry, account.ledger.header.mark)
    if (likeness === 'same') return id
    const isOther = likeness === 'other' || lacksMark(record, entry)
    if (answer?.status === 404 || (answer?.status === 200 && isOther)) mayBe.delete(id)
  }
  return ended()
}

/** What no address names stays in doubt. */
const isReadable = (id: string) => segmentOf(id) !== null

/** Of what was sent without the mark, and not empty, no read tells anything: what was there before tells all. */
function isRecognisable({ marked, empty }: LedgerEntry): boolean {
  return marked || empty
}

/** Whether a record that is read alone shows the field that would carry the mark, without it. */
function lacksMark(record: Json, { field }: LedgerEntry): boolean {
  return field !== null && isShown(record, field.split('.'))
}

function isShown(value: Json | undefined, [name, ...rest]: readonly string[]): boolean {
  if (value === undefined || value === null || name === undefined) return value !== undefined
  if (Array.isArray(value)) return value.every((one: Json) => isShown(one, [name, ...rest]))
  return isShown(property(value, name), rest)
}

/** Each once, for several pages and lists may show the same. Identifiers grow; which end of a list is the newest is not shown. */
function newestFirst(ids: readonly string[]): string[] {
  return [...new Set(ids)].sort((a, b) => b.length - a.length || (a < b ? 1 : -1))
}
