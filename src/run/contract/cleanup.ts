/**
 * Deletes what the ledger says that a run created. Each record is read first, and deleted only where it shows the run's
 * mark; the gate sees to that. Done twice it finds nothing more to do.
 */
import { isObject, type Json, parseJson, property } from '../../exchange/json.js'
import { identifierIn } from '../../rules/identifier.js'
import { recordsListed } from '../../rules/records-listed.js'
import { collectionOf } from '../../specification/collection.js'
import { allRoutes } from '../../specification/families/index.js'
import { type Knowledge, parameterName, type Route, routeName } from '../../specification/route.js'
import { manyParameter, resourceAt } from '../../specification/samples/index.js'
import type { Account } from '../account.js'
import type { Suite } from '../suite.js'
import type { LedgerEntry } from './ledger.js'

export type CleanupFate = 'deleted' | 'gone' | 'left'

/** Why a record is left: a key below `cleanup.reason.` of the catalogues. */
export type LeftReason =
  | 'no-delete'
  | 'unmarked'
  | 'refused'
  | 'no-answer'
  | 'not-found'
  | 'skipped'
  | 'risky'

export interface CleanedRecord {
  readonly fate: CleanupFate
  /** Its number in the ledger; 0 where it has none. */
  readonly number: number
  /** `DELETE /contatos/{idContato}`, or the collection where there is no such route. */
  readonly route: string
  readonly id: string | null
  readonly reason: LeftReason | null
  /** The service's last word, where that is why. */
  readonly status: number | null
}

/** Pages of one list that are searched for a record whose creation was never answered. */
const MOST_PAGES = 200
const PAGE_SIZE = 100
/** Single reads, where a list does not show the field that carries the mark. */
const MOST_READS = 50

export async function cleanUp(account: Account, signal?: AbortSignal): Promise<CleanedRecord[]> {
  account.gate.beginCleanup()
  const cleaned: CleanedRecord[] = []
  const open = [...account.ledger.open()].sort((a, b) => b.number - a.number)
  for (const entry of open) {
    const route = routesOf(entry.collection, account.gate.knowledge)
    if (signal?.aborted) cleaned.push(left(entry, route, 'skipped', null))
    else
      cleaned.push(
        ...(await cleanOne(account, entry, route, signal).catch(() => [
          left(entry, route, 'no-answer', null),
        ])),
      )
  }
  return cleaned
}

interface RecordRoutes {
  readonly list: Route | null
  readonly read: Route | null
  readonly remove: Route | null
  /** Where there is no other way: the DELETE of several, for the one record. */
  readonly removeMany: Route | null
}

function routesOf(collection: string, knowledge: Knowledge): RecordRoutes {
  const at = (method: string, isRecord: boolean) =>
    allRoutes(knowledge).find(
      (route) =>
        route.method === method &&
        (isRecord
          ? collectionOf(route) === collection && /^[^{]*\/\{\w+\}$/.test(route.path)
          : route.path === collection),
    ) ?? null
  return {
    list: at('GET', false),
    read: at('GET', true),
    remove: at('DELETE', true),
    removeMany: at('DELETE', false),
  }
}

async function cleanOne(
  account: Account,
  entry: LedgerEntry,
  routes: RecordRoutes,
  signal?: AbortSignal,
): Promise<CleanedRecord[]> {
  const found = entry.id ?? (await search(account, entry, routes, signal))
  if (found === NOWHERE) return [neverCreated(account, entry, routes)]
  if (found === null) return [left(entry, routes, 'not-found', null)]
  if (entry.id === null) account.ledger.created(entry.number, found)
  const known = { ...entry, id: found }
  account.gate.own(entry.collection, found, entry.marked)
  const shown = routes.read ? await ask(account, { route: routes.read, id: found }, signal) : null
  if (shown?.status === 404) return [gone(account, known, routes)]
  const borderos = await removeBorderos(account, entry, shown?.text ?? '', signal)
  return [...borderos, await remove(account, known, routes, signal)]
}

/** Its request never arrived, or was refused: all that could be it was looked at. */
function neverCreated(account: Account, entry: LedgerEntry, routes: RecordRoutes): CleanedRecord {
  account.ledger.refused(entry.number)
  return { ...left(entry, routes, null, null), fate: 'gone' }
}

function gone(account: Account, entry: LedgerEntry, routes: RecordRoutes): CleanedRecord {
  account.ledger.gone(entry.collection, entry.id ?? '')
  return { ...left(entry, routes, null, 404), fate: 'gone' }
}

async function remove(
  account: Account,
  entry: LedgerEntry,
  routes: RecordRoutes,
  signal?: AbortSignal,
): Promise<CleanedRecord> {
  const { collection, id } = entry
  if (!routes.remove && !routes.removeMany) return left(entry, routes, 'no-delete', null)
  if (id === null || !account.gate.isVerified(collection, id)) return left(entry, routes, 'unmarked', null)
  const answer = await askToRemove(account, routes, id, signal)
  if (answer === 'kept-back') return left(entry, routes, 'risky', null)
  if (answer === null) return left(entry, routes, 'no-answer', null)
  if (answer.status === 404) return gone(account, entry, routes)
  if (answer.status >= 300) return left(entry, routes, 'refused', answer.status)
  return { ...left(entry, routes, null, answer.status), fate: 'deleted' }
}

/** The DELETE of several is sent only where it was named; the gate says so. */
async function askToRemove(
  account: Account,
  { remove, removeMany }: RecordRoutes,
  id: string,
  signal?: AbortSignal,
): Promise<ShortAnswer | null | 'kept-back'> {
  if (remove) return ask(account, { route: remove, id }, signal)
  if (!removeMany || !account.gate.mayRemoveMany(removeMany)) return 'kept-back'
  return ask(account, { route: removeMany, query: { [manyParameter(removeMany.id) ?? 'ids[]']: id } }, signal)
}

/** What a payment to an account of the run's own left; while it stands, the account may not be deleted. */
async function removeBorderos(
  account: Account,
  { collection }: LedgerEntry,
  text: string,
  signal?: AbortSignal,
): Promise<CleanedRecord[]> {
  if (!collection.startsWith('/contas/')) return []
  const ids = property(dataIn(text), 'borderos')
  const cleaned: CleanedRecord[] = []
  for (const bordero of Array.isArray(ids) ? ids : []) {
    const id = identifierIn(bordero as Json)
    if (id === null) continue
    const entry = {
      number: 0,
      collection: '/borderos',
      id,
      marked: false,
      field: null,
      empty: false,
      atMs: 0,
    }
    cleaned.push(await remove(account, entry, routesOf('/borderos', account.gate.knowledge), signal))
  }
  return cleaned
}

/** All was searched, and the record is not there. */
const NOWHERE = Symbol('nowhere')

/**
 * Looks for a record that may have been created, by the mark: in the lists, then record by record, newest first. null where
 * not all could be looked at.
 */
async function search(
  account: Account,
  entry: LedgerEntry,
  { list, read }: RecordRoutes,
  signal?: AbortSignal,
): Promise<string | typeof NOWHERE | null> {
  if (!entry.marked && !entry.empty) return null
  await account.settled(entry.atMs, signal)
  const lists = await listsOf(account, entry.collection, list, signal)
  if (lists === null) return null
  const unclear: string[] = []
  let isComplete = true
  for (const one of lists) {
    const seen = await searchList(account, entry, one, signal)
    if (seen.found !== null) return seen.found
    isComplete &&= seen.isComplete
    unclear.push(...seen.unclear)
  }
  if (read === null) return isComplete && unclear.length === 0 ? NOWHERE : null
  const single = await searchSingly(account, entry, { read, ids: newestFirst(unclear) }, signal)
  return single === NOWHERE && !isComplete ? null : single
}

interface ListRequest {
  readonly route: Route
  readonly id: string | null
  readonly query: Readonly<Record<string, string | number>>
}

/** Collections whose records are listed by something else: route of the groups, then of a group's records. */
const groupedLists: Readonly<Record<string, readonly [groups: string, ofGroup: string]>> = {
  '/campos-customizados': ['campos-customizados/list-modules', 'campos-customizados/list-of-module'],
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
  if (ids.includes(null)) return null
  return ids.flatMap((id) => (id === null ? [] : [{ route, id, query: {} }]))
}

interface SearchedList {
  readonly found: string | null
  /** Records whose summary does not tell whether they are looked for. */
  readonly unclear: readonly string[]
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
  const ended = (isComplete: boolean, found: string | null = null) => ({ found, unclear, isComplete })
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
      if (known.has(`${entry.collection}/${one}`)) continue
      const likeness = likenessOf(record, entry, account.ledger.header.mark)
      if (likeness === 'same') return ended(false, one)
      if (likeness === 'unclear') unclear.push(one)
    }
    // a service that knows no pages answers the same again; a full page of it may be cut
    if (seen.size === before) return ended(records.length < PAGE_SIZE)
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

async function searchSingly(
  account: Account,
  entry: LedgerEntry,
  { read, ids }: { readonly read: Route; readonly ids: readonly string[] },
  signal?: AbortSignal,
): Promise<string | typeof NOWHERE | null> {
  let isComplete = ids.length <= MOST_READS
  for (const id of ids.slice(0, MOST_READS)) {
    if (signal?.aborted) return null
    const answer = await ask(account, { route: read, id }, signal)
    const record = dataIn(answer?.text ?? '') ?? null
    const likeness = likenessOf(record, entry, account.ledger.header.mark)
    if (likeness === 'same') return id
    const isOther =
      answer?.status === 404 || (answer?.status === 200 && (entry.marked || likeness === 'other'))
    if (!isOther) isComplete = false
  }
  return isComplete ? NOWHERE : null
}

/** Each once, for several pages and lists may show the same. Identifiers grow; which end of a list is the newest is not shown. */
function newestFirst(ids: readonly string[]): string[] {
  return [...new Set(ids)].sort((a, b) => b.length - a.length || (a < b ? 1 : -1))
}

interface ShortAnswer {
  readonly status: number
  readonly text: string
}

interface Question {
  readonly route: Route
  readonly id?: string | null
  readonly query?: Readonly<Record<string, string | number>>
}

/** One request, with all that the runner knows of tokens, pace and limits; null where no whole answer came. */
async function ask(
  account: Account,
  { route, id = null, query }: Question,
  signal?: AbortSignal,
): Promise<ShortAnswer | null> {
  const path = id === null ? route.path : route.path.replace(/\{\w+\}/, encodeURIComponent(id))
  let answered: ShortAnswer | null = null as ShortAnswer | null
  const suite: Suite = {
    id: 'cleanup',
    title: 'cleanup',
    carriesHash: false,
    onLimit: 'repeats-step',
    withoutSuccess: 'goes-on',
    steps: [
      {
        id: `cleanup/${route.id.replace('/', '-')}`,
        title: routeName(route),
        method: route.method,
        path,
        query: { ...sharedQuery(account, route), ...query },
      },
    ],
  }
  await account.run(suite, {
    signal,
    onEvent(event) {
      if (event.kind !== 'answered' || event.exchange.failure || !event.exchange.answer) return
      const { body, status } = event.exchange.answer
      answered = { status, text: body === null ? '' : Buffer.from(body.bytes).toString('utf8') }
    },
  })
  return answered
}

/** What some routes cannot be asked without: without it a listing would neither be found nor deleted. */
function sharedQuery({ gate, ledger }: Account, route: Route): Record<string, string | number> {
  const known = Object.entries(ledger.header.query ?? {}).filter(([name]) => Object.hasOwn(route.query, name))
  return Object.fromEntries(known.map(([name, value]) => [parameterName(route, name, gate.knowledge), value]))
}

function dataIn(text: string): Json | undefined {
  const parsed = parseJson(text)
  return parsed.ok && isObject(parsed.value) ? property(parsed.value, 'data') : undefined
}

function left(
  { collection, id, number }: LedgerEntry,
  { remove, removeMany }: RecordRoutes,
  reason: LeftReason | null,
  status: number | null,
): CleanedRecord {
  const route = remove ?? removeMany
  return { fate: 'left', number, route: route ? routeName(route) : collection, id, reason, status }
}
