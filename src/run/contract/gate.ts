/**
 * The gate: every request of a contract run passes it, from our suites and from those of users. It blocks requests that
 * the user did not allow, and every change or deletion of a record that is not proven to be this run's own. Before a
 * create is sent, the ledger gets an entry for it.
 */
import type { Sender } from '../../client/sender.js'
import type { OutgoingRequest, Sent } from '../../client/transport.js'
import { uninterrupted } from '../../client/uninterrupted.js'
import { isObject, type Json, property } from '../../exchange/json.js'
import { bodyJson } from '../../exchange/raw.js'
import { recordsListed } from '../../rules/identifier.js'
import { addsRecord, listedCollection } from '../../specification/collection.js'
import type { Knowledge, Route } from '../../specification/route.js'
import { vocabularies } from '../../specification/samples/index.js'
import { NotPermittedError, type Prohibition } from '../run-event.js'
import { type GatedRequest, readRequest } from './gated-request.js'
import type { Ledger } from './ledger.js'
import { OwnRecords } from './own-records.js'
import { deletionProhibition, type Permissions, prohibitionOf } from './permissions.js'
import type { ReferenceSent } from './references.js'

export interface GateOptions {
  readonly baseUrl: string
  readonly permissions: Permissions
  /** Its header has the mark by which the run's records are recognised. */
  readonly ledger: Ledger
  /** The most requests that may be sent; null: any number. */
  readonly budget: number | null
  /** Identifiers of records that the user named; new records may refer to them. */
  readonly named: ReadonlySet<string>
}

export interface Gate {
  /** The number of requests that were let through so far. */
  readonly sent: number
  /** Whether a request was blocked because the budget was used up. */
  readonly isOutOfBudget: boolean
  /** Whether the run uses the routes of the public document as well, or only those of the specification. */
  readonly knowledge: Knowledge
  /** Whether clean-up has begun. */
  readonly isCleaning: boolean
  readonly own: OwnRecords
  /** From now on only DELETE of the run's own records may write, even beyond the budget. */
  beginCleanup(): void
  /** Why clean-up may not send this DELETE; null if it may, for a record that is the run's own. */
  deletionProhibition(route: Route): Prohibition | null
  /** Returns a sender that passes requests through the gate first. Token requests are always let through. */
  guard(sender: Sender): Sender
}

export function createGate(options: GateOptions): Gate {
  const { ledger, permissions } = options
  const { embedded, knowledge } = permissions
  const own = new OwnRecords(ledger)
  const keys = new KnownKeys()
  const { mark } = ledger.header
  const requestContext = { baseUrl: options.baseUrl, knowledge, mark }

  /** @throws NotPermittedError if the request may not be sent */
  function admit(request: OutgoingRequest, isWrong: boolean): GatedRequest {
    const { isCleaning } = gate
    if (!isCleaning && options.budget !== null && gate.sent >= options.budget) {
      gate.isOutOfBudget = true
      throw new NotPermittedError('budget')
    }
    const gated = readRequest(request, isWrong, requestContext)
    const { route, method } = gated
    const prohibition =
      (isCleaning ? cleanupProhibition(route, method) : prohibitionOf(route, method, permissions)) ??
      ownershipProhibition(gated) ??
      referenceProhibition(gated)
    if (prohibition !== null) throw new NotPermittedError(prohibition)
    gate.sent++
    return gated
  }

  /** During clean-up DELETE is the only method that may write. */
  function cleanupProhibition(route: Route | null, method: string): Prohibition | null {
    if (method === 'GET') return null
    return route === null || method !== 'DELETE' ? 'read-only' : deletionProhibition(route, permissions)
  }

  /** A write to an existing record needs the proof that the record is this run's own. */
  function ownershipProhibition({ route, method, concerns }: GatedRequest): Prohibition | null {
    if (embedded || method === 'GET' || (route !== null && addsRecord(route))) return null
    if (concerns.length === 0 || concerns.some((key) => !own.wasReturned(key))) return 'not-created-here'
    return concerns.every((key) => own.isProven(key)) ? null : 'not-verified'
  }

  /**
   * Checks the other records that a request names: whether it refers to one that is not ours, and whether it reuses a
   * key of a record that was there before.
   */
  function referenceProhibition({ creates, refersTo, body }: GatedRequest): Prohibition | null {
    if (embedded) return null
    // the entries of a vocabulary, a list that the service itself fills, belong to no user
    const isForeign = ({ collection, id }: ReferenceSent) =>
      !vocabularies.has(collection ?? '') &&
      !options.named.has(id) &&
      !own.isProvenReference({ collection, id })
    if (refersTo.some(isForeign)) return 'foreign-reference'
    return creates !== null && keys.has(creates, body) ? 'known-key' : null
  }

  const gate = {
    sent: 0,
    isOutOfBudget: false,
    isCleaning: false,
    own,
    knowledge,
    beginCleanup() {
      gate.isCleaning = true
    },
    deletionProhibition: (route: Route) => deletionProhibition(route, permissions),
    guard: (sender: Sender): Sender => ({
      async send(request, purpose) {
        if (purpose.channel !== 'service') return sender.send(request, purpose)
        const gated = admit(request, purpose.intent !== undefined)
        // the embedded service forgets its records, so they belong to nobody
        if (embedded) return sender.send(request, purpose)
        const { creates, clues } = gated
        const entryNumber = creates === null ? null : ledger.intend(creates, clues)
        const beforeRecord = (sent: Sent) => {
          // before the recorder and the judge, so that the record is known even if these throw
          own.learn({ gated, entryNumber, exchange: sent, isSent: sent.mayBeProcessed })
          const data = sent.failure === null ? property(bodyJson(sent.response?.body), 'data') : undefined
          keys.learn(gated.route, data, mark)
          purpose.beforeRecord?.(sent)
        }
        if (creates === null || purpose.signal?.aborted)
          return sender.send(request, { ...purpose, beforeRecord })
        // a create that was sent is not aborted, because only its response names the record
        const { signal: _signal, ...unbroken } = purpose
        return uninterrupted(() => sender.send(request, { ...unbroken, beforeRecord }))
      },
    }),
  }
  return gate
}

/** Fields besides `id` by which a service may identify a record. */
const keyField =
  /^(?:codigo|numero|numeroDocumento|cpf|cnpj|cpfCnpj|email|gtin|sku|chaveAcesso|nome|descricao)$/

/**
 * The codes, document numbers and names that lists of this run have shown, by collection. A create with one of them could
 * change the record that has it already.
 */
class KnownKeys {
  readonly #shown = new Map<string, Set<string>>()

  /** Adds the keys of the records that a list shows under `data`, except those of our own records, which have the mark. */
  learn(route: Route | null, data: Json | undefined, mark: string): void {
    const collection = route === null ? null : listedCollection(route)
    if (collection === null) return
    const keys = this.#shown.get(collection) ?? new Set()
    this.#shown.set(collection, keys)
    for (const record of recordsListed(data) ?? [])
      if (!JSON.stringify(record).includes(mark)) for (const key of keysOf(record)) keys.add(key)
  }

  /** Whether a body for the collection has a key that one of its lists has shown. */
  has(collection: string, body: Json | undefined): boolean {
    const shown = this.#shown.get(collection)
    return shown !== undefined && keysOf(body).some((key) => shown.has(key))
  }
}

/** `{ id: 7, codigo: 'A1' }` gives `codigo A1`. */
function keysOf(record: Json | undefined): string[] {
  if (!isObject(record)) return []
  return Object.entries(record).flatMap(([name, value]) =>
    keyField.test(name) && (typeof value === 'number' || (typeof value === 'string' && value !== ''))
      ? [`${name} ${value}`]
      : [],
  )
}
