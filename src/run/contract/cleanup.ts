/**
 * Deletes the records that a run created, as the ledger lists them. Each is read first, and deleted only if it shows the
 * run's mark; the gate checks that. Clean-up can be repeated safely.
 */
import { routeName } from '../../specification/route.js'
import { manyParameter } from '../../specification/samples/index.js'
import type { Account } from '../account.js'
import { type RecordRoutes, routesOf, sendCleanup } from './cleanup-request.js'
import { FEW_READS, findCreated, isUndecided, type Undecided } from './find-created.js'
import type { LedgerEntry } from './ledger.js'
import { keyOf } from './own-records.js'

/**
 * `gone`: the record did not exist any more when clean-up came. `never-made`: no response confirmed the create, and complete lists do
 * not show the record.
 */
type CleanupFate = 'deleted' | 'gone' | 'never-made' | 'left'

/** Why a record is left: a key below `cleanup.reason.` of the catalogues. */
type LeftReason =
  | 'no-delete' // no route deletes it
  | 'not-allowed'
  | 'wrong-create' // its create was wrong on purpose, and should have been refused
  | 'unmarked' // a read does not show the mark
  | 'unread' // reading it failed
  | 'unseen' // no read followed its DELETE
  | 'still-shown' // a read shows it after its DELETE
  | 'refused'
  | 'no-answer'
  | 'not-found' // it may exist, but no list shows the mark
  | 'one-of' // it is one of the records in `mayBe`
  | 'skipped' // the user interrupted clean-up
  | 'risky' // only a DELETE of several records exists

export interface CleanedRecord {
  readonly fate: CleanupFate
  /** The number of its ledger entry; 0 if it has none. */
  readonly number: number
  /** `DELETE /contatos/{idContato}`, or the collection if it has no such route. */
  readonly route: string
  readonly id: string | null
  readonly reason: LeftReason | null
  /** The status of the response that is the reason, else null. */
  readonly status: number | null
  /** If the identifier is unknown: the few records that may be this one. */
  readonly mayBe?: readonly string[]
}

/** More candidates are not listed, because nobody would look at them. */
const MAX_CANDIDATES_LISTED = 10

/** Deletes all records that are open in the account's ledger, newest first, and returns what became of each. */
export async function cleanUp(account: Account, signal?: AbortSignal): Promise<CleanedRecord[]> {
  account.gate.beginCleanup()
  const cleaned: CleanedRecord[] = []
  const open = [...account.ledger.open()].sort((a, b) => b.number - a.number)
  for (const entry of open) {
    const routes = routesOf(entry.collection, account.gate.knowledge)
    const work = { account, entry, routes, signal }
    // `sendCleanup` throws when the service has stopped responding; the other records are still reported
    const result = signal?.aborted
      ? leftUnsearched(work, 'skipped')
      : await cleanOne(work).catch(() => leftUnsearched(work, 'no-answer'))
    if (result !== null) cleaned.push(result)
  }
  return cleaned
}

/** Reads a few records of the ledger. True as soon as one shows its mark, which proves that this is the ledger's account. */
export async function showsAny(account: Account, signal?: AbortSignal): Promise<boolean> {
  const { gate, ledger } = account
  const named = ledger.open().filter((entry) => gate.own.isOwn(keyOf(entry)))
  for (const entry of named.slice(0, FEW_READS)) {
    const { read } = routesOf(entry.collection, gate.knowledge)
    if (read !== null) await sendCleanup(account, { route: read, id: entry.id }, signal).catch(() => null)
    if (gate.own.isProven(keyOf(entry))) return true
  }
  return false
}

/** An entry of the ledger to clean up, and the routes of its collection. */
interface Work {
  readonly account: Account
  readonly entry: LedgerEntry
  readonly routes: RecordRoutes
  readonly signal: AbortSignal | undefined
}

/** A record that was not searched is left. If its create was refused, there is probably none, so nothing is reported. */
function leftUnsearched(work: Work, reason: LeftReason): CleanedRecord | null {
  return work.entry.standing === 'refused' ? null : left(work, reason)
}

/**
 * Cleans up one record. Returns null if it turns out that it was deleted before, or that its create was really refused. The entry's
 * `standing` says what is known of the record (`ledger.ts`).
 */
async function cleanOne(work: Work): Promise<CleanedRecord | null> {
  const { id } = work.entry
  return id === null ? cleanBySearch(work) : cleanById(work, id)
}

/**
 * Reads the record by the identifier that its create returned, and deletes it if the read proves it to be ours. It is searched by its
 * mark instead if the read has not found it, or if the identifier may belong to the record of another create.
 */
async function cleanById(work: Work, id: string): Promise<CleanedRecord | null> {
  const { account, entry, routes, signal } = work
  const { own } = account.gate
  const { isWrong, standing } = entry
  const key = keyOf(entry)
  const belongsToEntry = () => own.numberOf(key) === entry.number
  const read = async () => routes.read && sendCleanup(account, { route: routes.read, id }, signal)
  // the record of a wrong create is never ours; it is only read to report whether it exists
  if (!isWrong && !belongsToEntry()) return cleanBySearch(work)
  const shown = await read()
  if (routes.read !== null && shown === null) return left(work, 'no-answer')
  if (own.afterDelete(key) === 'gone') return null // the suite had deleted it
  // the run has not read it before; it is deleted only if two reads agree
  if (own.isProven(key) && standing === 'named') await read()
  if (own.isProven(key)) return remove(work, id)
  const wasShown = standing === 'proven' || standing === 'shown'
  if (shown?.status === 404) return wasShown ? absent(work, 'gone') : cleanBySearch(work, 'missing')
  if (isWrong) return left(work, 'wrong-create')
  if (shown && shown.status >= 300) return left(work, 'unread', shown.status)
  // the read may have shown that the record is another one
  return belongsToEntry() ? left(work, 'unmarked') : cleanBySearch(work)
}

/** Searches the record by its mark, because no read has proven it by its identifier. `missing`: such a read responded 404. */
async function cleanBySearch(work: Work, byId?: 'missing'): Promise<CleanedRecord | null> {
  const { account, entry, routes, signal } = work
  const { id, standing } = entry
  const found = await findCreated(account, entry, routes, signal)
  if (typeof found === 'string') return removeFound(work, found)
  // the service refused the create, and no record shows that it was created all the same
  if (standing === 'refused') {
    account.ledger.closed(entry.number)
    return null
  }
  if (isUndecided(found)) {
    const includesReturned = id !== null && found.candidates.includes(id)
    return includesReturned ? left(work, 'unmarked') : leftUndecided(work, found)
  }
  if (byId === 'missing') return absent(work, 'gone')
  // the create returned an identifier, so its record is reported, although it does not show the mark
  return id === null ? absent(work, 'never-made') : left(work, 'unmarked')
}

/** Deletes a record that a search found. Like every record it must be proven by a read of its own first. */
async function removeFound(work: Work, id: string): Promise<CleanedRecord> {
  const { account, routes, signal } = work
  const found = { ...work, entry: account.gate.own.addFound(work.entry, id) }
  if (routes.read) await sendCleanup(account, { route: routes.read, id }, signal)
  if (account.gate.own.isProven(keyOf(found.entry))) return remove(found, id)
  const { entry } = work
  if (entry.id === null) return left(found, 'unmarked')
  // the found record may belong to another create, so the ledger keeps the identifier that this one returned
  account.ledger.update(entry.number, { id: entry.id, standing: entry.standing })
  return left(work, 'unmarked')
}

function leftUndecided(work: Work, { candidates: mayBe }: Undecided): CleanedRecord {
  if (mayBe.length === 0 || mayBe.length > MAX_CANDIDATES_LISTED) return left(work, 'not-found')
  return { ...left(work, 'one-of'), mayBe }
}

/** Closes the entry, because the record does not exist. */
function absent(work: Work, fate: 'gone' | 'never-made'): CleanedRecord {
  work.account.ledger.closed(work.entry.number)
  return cleanedRecord(work, fate, null, fate === 'gone' ? 404 : null)
}

/** Deletes a proven record, and reads it afterwards to see whether it is gone. */
async function remove(work: Work, id: string): Promise<CleanedRecord> {
  const { account, entry, routes, signal } = work
  const { gate } = account
  const route = routes.remove ?? routes.removeMany
  if (route === null) return left(work, 'no-delete')
  const prohibition = gate.deletionProhibition(route)
  if (prohibition !== null) return left(work, prohibition === 'risky' ? 'risky' : 'not-allowed')
  // the suite may have sent a DELETE that had no effect
  const seenBefore = gate.own.afterDelete(keyOf(entry))
  const target = routes.remove ? { id } : { query: { [manyParameter(route.id) ?? 'ids[]']: id } }
  const response = await sendCleanup(account, { route, ...target }, signal)
  if (response === null) return left(work, 'no-answer')
  const { status } = response
  if (status >= 300 && status !== 404) return left(work, 'refused', status)
  if (routes.read) await sendCleanup(account, { route: routes.read, id }, signal).catch(() => null)
  const seen = gate.own.afterDelete(keyOf(entry))
  if (seen === 'unseen') return left(work, 'unseen')
  if (seen === 'still-shown') {
    // a 404 for a record that reads still show means a refusal, unless an earlier DELETE had no effect either
    const isRefused = status === 404 && seenBefore !== 'still-shown'
    return isRefused ? left(work, 'refused', status) : left(work, 'still-shown')
  }
  return status === 404 ? absent(work, 'gone') : cleanedRecord(work, 'deleted', null, status)
}

function left(work: Work, reason: LeftReason, status: number | null = null): CleanedRecord {
  return cleanedRecord(work, 'left', reason, status)
}

function cleanedRecord(
  { entry, routes }: Work,
  fate: CleanupFate,
  reason: LeftReason | null = null,
  status: number | null = null,
): CleanedRecord {
  const { collection, id, number } = entry
  const route = routes.remove ?? routes.removeMany
  return { fate, number, route: route ? routeName(route) : collection, id, reason, status }
}
