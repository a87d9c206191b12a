/**
 * Deletes what the ledger says that a run created. Each record is read first, and deleted only where it shows the run's
 * mark; the gate sees to that. Done twice it finds nothing more to do.
 */
import { isObject, type Json, parseJson, property } from '../../exchange/json.js'
import { identifierIn } from '../../rules/identifier.js'
import { collectionOf } from '../../specification/collection.js'
import { allRoutes } from '../../specification/families/index.js'
import { type Route, routeName } from '../../specification/route.js'
import { manyParameter } from '../../specification/samples/index.js'
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
  /** `DELETE /contatos/{idContato}`, or the collection where there is no such route. */
  readonly route: string
  readonly id: string | null
  readonly reason: LeftReason | null
  /** The service's last word, where that is why. */
  readonly status: number | null
}

/** Pages that are searched for a record whose creation was never answered. */
const MOST_PAGES = 20
const PAGE_SIZE = 100
/** Single reads, where a list does not show the field that carries the mark. */
const MOST_READS = 50

export async function cleanUp(account: Account, signal?: AbortSignal): Promise<CleanedRecord[]> {
  account.gate.beginCleanup()
  const cleaned: CleanedRecord[] = []
  const open = [...account.ledger.open()].sort((a, b) => b.number - a.number)
  for (const entry of open) {
    const route = routesOf(entry.collection)
    if (signal?.aborted) cleaned.push(left(entry, route, 'skipped', null))
    else cleaned.push(...(await cleanOne(account, entry, route, signal)))
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

function routesOf(collection: string): RecordRoutes {
  const at = (method: string, isRecord: boolean) =>
    allRoutes('specification').find(
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
  if (found === null) return [left(entry, routes, 'not-found', null)]
  if (entry.id === null) account.ledger.created(entry.number, found)
  const known = { ...entry, id: found }
  account.gate.own(entry.collection, found, entry.marked)
  const shown = routes.read ? await ask(account, routes.read, found, signal) : null
  if (shown?.status === 404) return [gone(account, known, routes)]
  const borderos = await removeBorderos(account, entry, shown?.text ?? '', signal)
  return [...borderos, await remove(account, known, routes, signal)]
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
  if (remove) return ask(account, remove, id, signal)
  if (!removeMany || !account.gate.mayRemoveMany(removeMany)) return 'kept-back'
  return ask(account, removeMany, null, signal, { [manyParameter(removeMany.id) ?? 'ids[]']: id })
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
    const entry = { number: 0, collection: '/borderos', id, marked: false }
    cleaned.push(await remove(account, entry, routesOf('/borderos'), signal))
  }
  return cleaned
}

/** Looks for a record that may have been created, by the mark: in the lists, then record by record, newest first. */
async function search(
  account: Account,
  entry: LedgerEntry,
  { list, read }: RecordRoutes,
  signal?: AbortSignal,
): Promise<string | null> {
  if (!list || !entry.marked) return null
  const { mark } = account.ledger.header
  const known = new Set(account.ledger.open().map(({ collection, id }) => `${collection}/${id}`))
  const ids: string[] = []
  for (let pagina = 1; pagina <= MOST_PAGES && !signal?.aborted; pagina++) {
    const answer = await ask(account, list, null, signal, { pagina, limite: PAGE_SIZE })
    const records = answer?.status === 200 ? dataIn(answer.text) : null
    if (!Array.isArray(records)) break
    for (const record of records as readonly Json[]) {
      const id = identifierIn(record)
      if (id === null || known.has(`${entry.collection}/${id}`)) continue
      if (JSON.stringify(record).includes(mark)) return id
      ids.push(id)
    }
    if (records.length < PAGE_SIZE) break
  }
  return read ? searchSingly(account, read, newestFirst(ids), mark, signal) : null
}

async function searchSingly(
  account: Account,
  read: Route,
  ids: readonly string[],
  mark: string,
  signal?: AbortSignal,
): Promise<string | null> {
  for (const id of ids.slice(0, MOST_READS)) {
    if (signal?.aborted) return null
    const answer = await ask(account, read, id, signal)
    if (answer?.text.includes(mark)) return id
  }
  return null
}

/** Identifiers grow; which end of a list is the newest is not shown. */
function newestFirst(ids: readonly string[]): string[] {
  return [...ids].sort((a, b) => b.length - a.length || (a < b ? 1 : -1))
}

interface ShortAnswer {
  readonly status: number
  readonly text: string
}

/** One request, with all that the runner knows of tokens, pace and limits; null where no whole answer came. */
async function ask(
  account: Account,
  route: Route,
  id: string | null,
  signal?: AbortSignal,
  query?: Readonly<Record<string, string | number>>,
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
        ...(query && { query }),
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

function dataIn(text: string): Json | undefined {
  const parsed = parseJson(text)
  return parsed.ok && isObject(parsed.value) ? property(parsed.value, 'data') : undefined
}

function left(
  { collection, id }: LedgerEntry,
  { remove, removeMany }: RecordRoutes,
  reason: LeftReason | null,
  status: number | null,
): CleanedRecord {
  const route = remove ?? removeMany
  return { fate: 'left', route: route ? routeName(route) : collection, id, reason, status }
}
