import { isObject, type Json, property } from '../../exchange/json.js'
import { bodyJson, type RawExchange } from '../../exchange/raw.js'
import { likenessOfRead } from '../../rules/harness/own-records.js'
import { createdIn, isIdentifier, segmentOf } from '../../rules/identifier.js'
import { borderosOf, type GatedRequest, recordsShown } from './gated-request.js'
import type { Ledger, LedgerEntry } from './ledger.js'
import type { ReferenceSent } from './references.js'

/** The outcome of a request that the gate let through. */
export interface Outcome {
  readonly gated: GatedRequest
  /** The number of the ledger's entry; null where nothing was to be created. */
  readonly intent: number | null
  readonly exchange: Pick<RawExchange, 'response' | 'failure'>
  /** Whether the service may have processed it. */
  readonly isSent: boolean
}

/**
 * The state of a record after its DELETE succeeded or found nothing, as reads show it: `unseen` if no read followed,
 * or it proved nothing.
 */
type AfterDelete = 'unseen' | 'gone' | 'still-shown'

/** A record that the response to a sound create named. */
interface Named {
  entry: LedgerEntry
  /** `other`: a read by its identifier has shown another record. */
  standing: 'named' | 'proven' | 'other'
  afterDelete: AfterDelete | null
}

/** Statuses with which a service refuses a request before it looks at the body. */
const AT_THE_DOOR = new Set([401, 403, 429])

/**
 * The run's own records. The response to a create names one; it is ours once a read by that identifier has shown it,
 * with the mark in a field where it was sent, and if no list had shown it before. The last read counts. A read that
 * shows another record ends the proof permanently: if reads contradict each other, we cannot know which record a
 * change would reach.
 */
export class OwnRecords {
  readonly #ledger: Ledger
  /** By key (`/contatos/7`). Deleted records are kept, because further tests on them can reach no foreign record. */
  readonly #named = new Map<string, Named>()

  constructor(ledger: Ledger) {
    this.#ledger = ledger
    for (const entry of ledger.open()) this.#name(entry)
  }

  /** Whether a sound create returned this record, regardless of later reads. */
  wasReturned(key: string): boolean {
    return this.#named.has(key)
  }

  isOwn(key: string): boolean {
    return this.#standing(key) !== 'other'
  }

  /** Returns the number of the record's ledger entry; null if the record is not ours. */
  numberOf(key: string): number | null {
    return this.isOwn(key) ? (this.#named.get(key)?.entry.number ?? null) : null
  }

  isProven(key: string): boolean {
    return this.#standing(key) === 'proven'
  }

  /**
   * Whether a record that a request refers to is proven; if the collection is unknown, a proven record of any
   * collection counts.
   */
  isProvenReference({ collection, id }: ReferenceSent): boolean {
    if (collection !== null) return this.isProven(keyOf({ collection, id }))
    return [...this.#named.values()].some(({ entry, standing }) => entry.id === id && standing === 'proven')
  }

  afterDelete(key: string): AfterDelete | null {
    return this.#named.get(key)?.afterDelete ?? null
  }

  /** A search found the record of an intent. A further read must prove it, like any other. */
  addFound(entry: LedgerEntry, id: string): LedgerEntry {
    const found = { ...entry, id, standing: 'named' } as const
    this.#ledger.learn(entry.number, { id, standing: 'named' })
    this.#name(found)
    return found
  }

  learn(outcome: Outcome): void {
    const { gated, intent, exchange } = outcome
    const status = exchange.failure ? null : (exchange.response?.status ?? null)
    if (intent !== null) this.#learnCreated(outcome, intent, status)
    else if (gated.method === 'DELETE') this.#learnDeleted(gated, status)
    else if (gated.method === 'GET') this.#learnRead(gated, status, bodyJson(exchange.response?.body))
  }

  #standing(key: string): Named['standing'] {
    return this.#named.get(key)?.standing ?? 'other'
  }

  #name(entry: LedgerEntry): void {
    const { id, isWrong, standing } = entry
    if (id === null || isWrong || standing === 'doubted') return
    this.#named.set(keyOf(entry), { entry, standing: 'named', afterDelete: null })
  }

  #learnCreated(outcome: Outcome, intent: number, status: number | null): void {
    const entry = this.#ledger.open().find(({ number }) => number === intent)
    if (!entry) return
    const { isWrong, fields, collection } = entry
    const isRefused = status !== null && status >= 400 && status < 500
    if (status !== null) this.#ledger.learn(intent, { atMs: 0 })
    if (!outcome.isSent) this.#ledger.closed(intent)
    else if (isRefused && (isWrong || fields.length === 0 || AT_THE_DOOR.has(status)))
      this.#ledger.closed(intent)
    else if (isRefused) this.#ledger.learn(intent, { standing: 'refused' })
    else if (isSuccess(status) && collection !== '/borderos')
      this.#learnName(entry, createdIn(bodyJson(outcome.exchange.response?.body)))
  }

  /**
   * An identifier that no address can hold is ignored, so the record is searched by its mark as if no response had
   * come. A record that a list had shown, or that an earlier create returned, is not the one that this create made.
   */
  #learnName(entry: LedgerEntry, id: string | null): void {
    if (id === null || segmentOf(id) === null) return
    const { number, collection, idsBefore: before, isWrong } = entry
    const isAnother = before.has(id) || (!isWrong && this.#named.has(keyOf({ collection, id })))
    const standing = isAnother ? 'doubted' : 'named'
    this.#ledger.learn(number, { id, standing })
    this.#name({ ...entry, id, standing })
  }

  /** A DELETE is believed once a read shows the record no more. */
  #learnDeleted({ concerns }: GatedRequest, status: number | null): void {
    const isSure = status === 204 || status === 404 || (isSuccess(status) && concerns.length === 1)
    for (const key of isSure ? concerns : []) {
      const named = this.#named.get(key)
      if (named) named.afterDelete = 'unseen'
    }
  }

  #learnRead(gated: GatedRequest, status: number | null, body: Json | undefined): void {
    const data = isSuccess(status) ? property(body, 'data') : undefined
    const named = this.#named.get(gated.reads ?? '')
    if (named && (status === 404 || status === 410)) this.#learnMissing(named)
    else if (named && isSuccess(status)) this.#learnShown(named, data)
    if (named?.standing === 'proven') this.#learnPaid(gated.reads, data)
    const shown = data === undefined ? null : recordsShown(gated, data)
    if (shown) this.#ledger.listed(shown.collection, shown.ids)
  }

  #learnMissing(named: Named): void {
    if (named.afterDelete === null) return
    named.afterDelete = 'gone'
    this.#ledger.closed(named.entry.number)
  }

  #learnShown(named: Named, data: Json | undefined): void {
    const { id, fields, number } = named.entry
    const likeness = likenessOfRead(data, id ?? '', { mark: this.#ledger.header.mark, fields })
    if (likeness === 'other') named.standing = 'other'
    else if (named.standing !== 'other' && isObject(data))
      named.standing = likeness === 'own' ? 'proven' : 'named'
    if (named.afterDelete === null) {
      const isShown = fields.length === 0 && likeness === 'unclear' && isIdentifier(property(data, 'id'))
      const learnt = { named: isShown ? 'shown' : 'named', proven: 'proven', other: 'doubted' } as const
      this.#ledger.learn(number, { standing: learnt[named.standing] })
    } else if (named.standing === 'proven' && likeness === 'own') this.#learnStillShown(named)
    else if (likeness === 'other' || !isObject(data)) this.#learnMissing(named)
  }

  #learnStillShown(named: Named): void {
    named.afterDelete = 'still-shown'
    const { number, collection, id, fields } = named.entry
    if (this.#ledger.open().some((entry) => entry.number === number)) return
    const again = this.#ledger.intend(collection, { fields })
    this.#ledger.learn(again, { id, standing: 'proven' })
    named.entry = { ...named.entry, number: again }
  }

  /** The borderô of a payment is what the read of the paid account shows, and had not shown before. */
  #learnPaid(account: string | null, data: Json | undefined): void {
    const paid = this.#ledger
      .open()
      .find(
        ({ paidAccount: of, id, collection, standing }) =>
          collection === '/borderos' && of === account && id === null && standing === 'named',
      )
    const made = borderosOf(data).find(
      (id) => !paid?.idsBefore.has(id) && !this.#named.has(keyOf({ collection: '/borderos', id })),
    )
    if (paid && made !== undefined) this.#learnName(paid, made)
  }
}

/** `/contatos/7` */
export function keyOf({ collection, id }: Pick<LedgerEntry, 'collection' | 'id'>): string {
  return `${collection}/${id}`
}

function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status <= 299
}
