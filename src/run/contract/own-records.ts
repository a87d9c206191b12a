import { isObject, type Json, property } from '../../exchange/json.js'
import { bodyJson, type RawExchange } from '../../exchange/raw.js'
import { likenessOfRead } from '../../rules/harness/own-records.js'
import { createdIn, isIdentifier, segmentOf } from '../../rules/identifier.js'
import { borderosOf, type GatedRequest, recordsShown } from './gated-request.js'
import type { Ledger, LedgerEntry, Standing } from './ledger.js'
import type { ReferenceSent } from './references.js'

/** The result of a request that the gate let through. */
interface Outcome {
  readonly gated: GatedRequest
  /** The number of the ledger's entry; null if the request creates nothing. */
  readonly entryNumber: number | null
  readonly exchange: Pick<RawExchange, 'response' | 'failure'>
  /** Whether the service may have processed it. */
  readonly isSent: boolean
}

/** The state of a record after its DELETE, as reads show it; `unseen` if no read followed, or if it proved nothing. */
type AfterDelete = 'unseen' | 'gone' | 'still-shown'

/** A record that the response to a valid create returned. */
interface ReturnedRecord {
  entry: LedgerEntry
  /** `named`: the last read has not proven it. `proven`: it has shown the mark. `other`: a read has shown another record. */
  proof: 'named' | 'proven' | 'other'
  afterDelete: AfterDelete | null
}

/** With these statuses a service refuses a request before it looks at the body. */
const REFUSED_UNREAD = new Set([401, 403, 429])

/**
 * Keeps the records that a run created, and the proof that they are its own. The response to a create returns an
 * identifier. The record is proven once a read by that identifier shows the mark, in a field where it was sent, and if
 * no list had shown the identifier before. The last read counts. A read that shows another record ends the proof
 * permanently: if reads contradict each other, we cannot know which record a change would reach.
 */
export class OwnRecords {
  readonly #ledger: Ledger
  /** By key (`/contatos/7`). Deleted records stay, so that suites may send further requests to them. */
  readonly #returned = new Map<string, ReturnedRecord>()

  constructor(ledger: Ledger) {
    this.#ledger = ledger
    for (const entry of ledger.open()) this.#add(entry)
  }

  /** Whether a valid create returned this record, or clean-up found it. Later reads do not matter. */
  wasReturned(key: string): boolean {
    return this.#returned.has(key)
  }

  /** Whether a create returned this record and no read has shown another one. It need not be proven. */
  isOwn(key: string): boolean {
    return this.#proof(key) !== 'other'
  }

  /** Returns the number of the ledger entry of an own record, proven or not; null if it is not ours. */
  numberOf(key: string): number | null {
    return this.isOwn(key) ? (this.#returned.get(key)?.entry.number ?? null) : null
  }

  isProven(key: string): boolean {
    return this.#proof(key) === 'proven'
  }

  /** Whether a record that a request refers to is proven. If its collection is unknown, any collection counts. */
  isProvenReference({ collection, id }: ReferenceSent): boolean {
    if (collection !== null) return this.isProven(keyOf({ collection, id }))
    return [...this.#returned.values()].some(({ entry, proof }) => entry.id === id && proof === 'proven')
  }

  afterDelete(key: string): AfterDelete | null {
    return this.#returned.get(key)?.afterDelete ?? null
  }

  /** Adds a record that clean-up found by a search. A read must still prove it. */
  addFound(entry: LedgerEntry, id: string): LedgerEntry {
    const found = { ...entry, id, standing: 'named' } as const
    this.#ledger.update(entry.number, { id, standing: 'named' })
    this.#add(found)
    return found
  }

  /** Learns what the response to a request shows about own records. */
  learn(outcome: Outcome): void {
    const { gated, entryNumber, exchange } = outcome
    const status = exchange.failure ? null : (exchange.response?.status ?? null)
    if (entryNumber !== null) this.#learnCreated(outcome, entryNumber, status)
    else if (gated.method === 'DELETE') this.#learnDeleted(gated, status)
    else if (gated.method === 'GET') this.#learnRead(gated, status, bodyJson(exchange.response?.body))
  }

  #proof(key: string): ReturnedRecord['proof'] {
    return this.#returned.get(key)?.proof ?? 'other'
  }

  #add(entry: LedgerEntry): void {
    const { id, isWrong, standing } = entry
    // the record of a wrong create, or one that may be another's, never counts as own
    if (id === null || isWrong || standing === 'doubted') return
    this.#returned.set(keyOf(entry), { entry, proof: 'named', afterDelete: null })
  }

  /**
   * Notes in the ledger how a create ended:
   * - not sent, or refused before its body was read: the entry is closed, because no record exists
   * - refused otherwise: a valid create stays open as `refused`, because the service may have created the record all the
   *   same, and clean-up searches the mark, but not for long; a wrong one, or one without a mark to search, is closed
   * - no status, or 5xx: the entry stays open as it is, and clean-up searches the mark
   * - success: the identifier is noted. A payment returns none, see {@link OwnRecords.#learnPaid}
   */
  #learnCreated(outcome: Outcome, entryNumber: number, status: number | null): void {
    const entry = this.#ledger.open().find(({ number }) => number === entryNumber)
    if (!entry) return
    const { isWrong, fields, collection } = entry
    const isRefused = status !== null && status >= 400 && status < 500
    // 0 instead of the time of sending: it has ended, so clean-up need not wait for its time-out
    if (status !== null) this.#ledger.update(entryNumber, { atMs: 0 })
    const isSurelyRefused = isRefused && (isWrong || fields.length === 0 || REFUSED_UNREAD.has(status))
    if (!outcome.isSent || isSurelyRefused) this.#ledger.closed(entryNumber)
    else if (isRefused) this.#ledger.update(entryNumber, { standing: 'refused' })
    else if (isSuccess(status) && collection !== '/borderos')
      this.#learnReturned(entry, createdIn(bodyJson(outcome.exchange.response?.body)))
  }

  /**
   * Notes the identifier that a create returned. If it cannot be part of a path it is ignored, and clean-up searches the
   * record by its mark. If a list had shown it, or an earlier create returned it, it belongs to another record.
   */
  #learnReturned(entry: LedgerEntry, id: string | null): void {
    if (id === null || segmentOf(id) === null) return
    const { number, collection, idsBefore, isWrong } = entry
    // a wrong request should create nothing, so an identifier that it returns may be that of a record which we know
    const isAnother = idsBefore.has(id) || (!isWrong && this.#returned.has(keyOf({ collection, id })))
    const standing = isAnother ? 'doubted' : 'named'
    this.#ledger.update(number, { id, standing })
    this.#add({ ...entry, id, standing })
  }

  /** Notes a DELETE. The record counts as deleted only when a read does not show it any more. */
  #learnDeleted({ concerns }: GatedRequest, status: number | null): void {
    // 200 (not 204) for several records may mean that only some of them were deleted
    const isSure = status === 204 || status === 404 || (isSuccess(status) && concerns.length === 1)
    for (const key of isSure ? concerns : []) {
      const record = this.#returned.get(key)
      if (record) record.afterDelete = 'unseen'
    }
  }

  #learnRead(gated: GatedRequest, status: number | null, body: Json | undefined): void {
    const data = isSuccess(status) ? property(body, 'data') : undefined
    const record = this.#returned.get(gated.reads ?? '')
    if (record && (status === 404 || status === 410)) this.#learnMissing(record)
    else if (record && isSuccess(status)) this.#learnShown(record, data)
    // only an account of our own shows payments that are surely ours
    if (record?.proof === 'proven') this.#learnPaid(gated.reads, data)
    const shown = data === undefined ? null : recordsShown(gated, data)
    if (shown) this.#ledger.noteListed(shown.collection, shown.ids)
  }

  /** A read that no longer shows the record, or shows another one under its identifier, proves that our DELETE took effect. */
  #learnMissing(record: ReturnedRecord): void {
    if (record.afterDelete === null) return
    record.afterDelete = 'gone'
    this.#ledger.closed(record.entry.number)
  }

  #learnShown(record: ReturnedRecord, data: Json | undefined): void {
    const { id, fields, number } = record.entry
    const likeness = likenessOfRead(data, id ?? '', { mark: this.#ledger.header.mark, fields })
    if (likeness === 'other') record.proof = 'other'
    // a read that does not show the mark ends the proof until another read shows it
    else if (record.proof !== 'other' && isObject(data))
      record.proof = likeness === 'own' ? 'proven' : 'named'
    if (record.afterDelete === null) this.#ledger.update(number, { standing: standingOf(record, data) })
    else if (likeness === 'other' || !isObject(data)) this.#learnMissing(record)
    else if (likeness === 'own' && record.proof === 'proven') this.#learnStillShown(record)
  }

  /** If the entry of a deleted record was closed but a read shows the record, opens a new entry for it. */
  #learnStillShown(record: ReturnedRecord): void {
    record.afterDelete = 'still-shown'
    const { number, collection, id, fields } = record.entry
    if (this.#ledger.open().some((entry) => entry.number === number)) return
    const again = this.#ledger.intend(collection, { fields })
    this.#ledger.update(again, { id, standing: 'proven' })
    record.entry = { ...record.entry, number: again }
  }

  /** The response to a payment does not return its borderô. It is the one that a read of the paid account newly shows. */
  #learnPaid(account: string | null, data: Json | undefined): void {
    const open = this.#ledger.open().filter(({ id, standing }) => id === null && standing === 'named')
    const paid = open.find((entry) => entry.collection === '/borderos' && entry.paidAccount === account)
    const created = borderosOf(data).find(
      (id) => !paid?.idsBefore.has(id) && !this.#returned.has(keyOf({ collection: '/borderos', id })),
    )
    if (paid && created !== undefined) this.#learnReturned(paid, created)
  }
}

/** The standing of a record whose DELETE was not sent, after a read that responded with `data`. */
function standingOf({ entry, proof }: ReturnedRecord, data: Json | undefined): Standing {
  if (proof !== 'named') return proof === 'proven' ? 'proven' : 'doubted'
  // without marked fields no read can prove the record, but this one shows its identifier
  return entry.fields.length === 0 && isIdentifier(property(data, 'id')) ? 'shown' : 'named'
}

/** The key of a record: `/contatos/7` */
export function keyOf({ collection, id }: Pick<LedgerEntry, 'collection' | 'id'>): string {
  return `${collection}/${id}`
}

function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status <= 299
}
