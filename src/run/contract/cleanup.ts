/**
 * Deletes what the ledger says that a run created. Each record is read first, and deleted only where it shows the run's
 * mark; the gate sees to that. Done twice it finds nothing more to do.
 */
import { type Json, property } from '../../exchange/json.js'
import { identifierIn, segmentOf } from '../../rules/identifier.js'
import { routeName } from '../../specification/route.js'
import { manyParameter } from '../../specification/samples/index.js'
import type { Account } from '../account.js'
import { ask, dataIn, type ShortAnswer } from './cleanup-request.js'
import { FEW_READS, findCreated, findMeant, isUndecided, NOWHERE, type Undecided } from './find-created.js'
import type { LedgerEntry } from './ledger.js'
import { type RecordRoutes, routesOf } from './record-routes.js'

/** `never-made`: nobody heard of it, and lists that were read to their end do not show it. */
type CleanupFate = 'deleted' | 'gone' | 'never-made' | 'left'

/** Why a record is left: a key below `cleanup.reason.` of the catalogues. */
type LeftReason =
  | 'no-delete'
  | 'unmarked'
  | 'unread'
  | 'unseen'
  | 'still-shown'
  | 'refused'
  | 'no-answer'
  | 'not-found'
  | 'one-of'
  | 'no-address'
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
  /** Of one that nobody can name: the records that it may be, where they are few. */
  readonly mayBe?: readonly string[]
}

/** More than a person would look at. */
const MOST_NAMED = 10

export async function cleanUp(account: Account, signal?: AbortSignal): Promise<CleanedRecord[]> {
  account.gate.beginCleanup()
  const cleaned: CleanedRecord[] = []
  const open = [...account.ledger.open()].sort((a, b) => b.number - a.number)
  for (const entry of open) {
    const route = routesOf(entry.collection, account.gate.knowledge)
    if (signal?.aborted) cleaned.push(left(entry, route, 'skipped', null))
    else cleaned.push(...(await cleanOrLeave(account, entry, route, signal)))
  }
  for (const entry of signal?.aborted ? [] : account.gate.refused)
    cleaned.push(...(await cleanRefused(account, entry, signal).catch(() => [])))
  return cleaned
}

/** Whether the account is the one of its ledger, whatever its token is called by now: a read shows a record of it, by its mark. */
export async function showsAny(account: Account, signal?: AbortSignal): Promise<boolean> {
  const { gate, ledger } = account
  const named = ledger.open().filter(({ id, marked }) => marked && id !== null && segmentOf(id) !== null)
  for (const { collection, id } of named.slice(0, FEW_READS)) {
    const { read } = routesOf(collection, gate.knowledge)
    if (read === null || id === null) continue
    gate.own(collection, id, true)
    await ask(account, { route: read, id }, signal).catch(() => null)
    if (gate.isVerified(collection, id)) return true
  }
  return false
}

/** A refusal is believed unless the mark of what was sent shows up all the same. */
async function cleanRefused(
  account: Account,
  entry: LedgerEntry,
  signal?: AbortSignal,
): Promise<CleanedRecord[]> {
  const { collection, marked, field } = entry
  const routes = routesOf(collection, account.gate.knowledge)
  const id = await findCreated(account, { ...entry, atMs: 0 }, { ...routes, mostReads: FEW_READS }, signal)
  if (typeof id !== 'string') return []
  const number = account.ledger.intend(collection, marked, { field })
  account.ledger.created(number, id)
  return cleanOrLeave(account, { ...entry, number, id }, routes, signal)
}

/** What the service fell silent over is left, and told. */
function cleanOrLeave(
  account: Account,
  entry: LedgerEntry,
  routes: RecordRoutes,
  signal?: AbortSignal,
): Promise<CleanedRecord[]> {
  return cleanOne(account, entry, routes, signal).catch(() => [left(entry, routes, 'no-answer', null)])
}

async function cleanOne(
  account: Account,
  entry: LedgerEntry,
  routes: RecordRoutes,
  signal?: AbortSignal,
): Promise<CleanedRecord[]> {
  const found = entry.id ?? (await findCreated(account, entry, routes, signal))
  if (found === NOWHERE) return [neverCreated(account, entry, routes)]
  if (isUndecided(found)) return [undecided(entry, routes, found)]
  const known = { ...entry, id: found }
  if (segmentOf(found) === null) return [left(known, routes, 'no-address', null)]
  if (entry.id === null) account.ledger.created(entry.number, found)
  const isDoubtful = entry.id !== null && account.gate.isDoubtful(entry.collection, found)
  const isOfOtherRun = entry.id !== null && entry.marked && !account.gate.has(entry.collection, found)
  account.gate.own(entry.collection, found, entry.marked)
  const shown = routes.read ? await ask(account, { route: routes.read, id: found }, signal) : null
  if (routes.read && shown === null) return [left(known, routes, 'no-answer', null)]
  const sought = { entry: known, shown: shown?.status ?? null }
  const meant = isDoubtful || isOfOtherRun ? await findMeant(account, sought, routes, signal) : NOWHERE
  // a killed run may have deleted it, and nobody kept the answer
  if (isUndecided(meant) && !isOfOtherRun) return [undecided(known, routes, meant)]
  if (meant === found) return [left(known, routes, 'unmarked', null)]
  if (typeof meant === 'string') {
    account.ledger.created(entry.number, meant)
    return cleanOne(account, { ...entry, id: meant }, routes, signal)
  }
  if (account.gate.afterDelete(entry.collection, found) === 'gone') return []
  if (shown?.status === 404) return [gone(account, known, routes)]
  if (shown && shown.status >= 300 && !account.gate.isVerified(entry.collection, found))
    return [left(known, routes, 'unread', shown.status)]
  const borderos = await removeBorderos(account, entry, shown?.text ?? '', signal)
  return [...borderos, await remove(account, known, routes, signal)]
}

function undecided(entry: LedgerEntry, routes: RecordRoutes, { mayBe }: Undecided): CleanedRecord {
  if (mayBe.length === 0 || mayBe.length > MOST_NAMED) return left(entry, routes, 'not-found', null)
  return { ...left(entry, routes, 'one-of', null), mayBe }
}

/** Its request never arrived, or was refused: all that could be it was looked at. */
function neverCreated(account: Account, entry: LedgerEntry, routes: RecordRoutes): CleanedRecord {
  account.ledger.refused(entry.number)
  return { ...left(entry, routes, null, null), fate: 'never-made' }
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
  if (id !== null && segmentOf(id) === null) return left(entry, routes, 'no-address', null)
  if (!routes.remove && !routes.removeMany) return left(entry, routes, 'no-delete', null)
  if (id === null || !account.gate.isVerified(collection, id)) return left(entry, routes, 'unmarked', null)
  const before = account.gate.afterDelete(collection, id)
  const answer = await askToRemove(account, routes, id, signal)
  if (answer === 'kept-back') return left(entry, routes, 'risky', null)
  if (answer === null) return left(entry, routes, 'no-answer', null)
  if (answer.status >= 300 && answer.status !== 404) return left(entry, routes, 'refused', answer.status)
  if (routes.read) await ask(account, { route: routes.read, id }, signal).catch(() => null)
  const seen = account.gate.afterDelete(collection, id)
  if (seen === 'unseen') return left(entry, routes, 'unseen', null)
  if (seen === 'still-shown' && (answer.status !== 404 || before === seen))
    return left(entry, routes, 'still-shown', null)
  if (answer.status === 404)
    return seen === 'gone' ? gone(account, entry, routes) : left(entry, routes, 'refused', 404)
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
      before: new Set<string>(),
    }
    cleaned.push(await remove(account, entry, routesOf('/borderos', account.gate.knowledge), signal))
  }
  return cleaned
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
