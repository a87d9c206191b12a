/**
 * The gate: the one place through which every request of a contract run leaves. It lets nothing out that the user did not
 * allow, and nothing that would change or delete what this run did not create, whatever a suite asks for: ours, or a user's
 * own. What it lets create goes into the ledger first.
 */
import type { Sender } from '../../client/sender.js'
import type { OutgoingRequest, Sent } from '../../client/transport.js'
import { uninterrupted } from '../../client/uninterrupted.js'
import type { Knowledge, Route } from '../../specification/route.js'
import type { Prohibition } from '../run-event.js'
import type { Ledger, LedgerEntry } from './ledger.js'
import { NotPermittedError } from './not-permitted.js'
import { type AfterDelete, OwnRecords } from './own-records.js'
import { isCreate, type Passage, passageOf } from './passage.js'
import { type Permissions, prohibitionOf } from './permissions.js'
import { routesOf } from './record-routes.js'

export interface GateOptions {
  readonly baseUrl: string
  readonly permissions: Permissions
  /** Its header's mark is what the run's records are known by. */
  readonly ledger: Ledger
  /** Most requests that leave; null: any number. */
  readonly budget: number | null
}

export interface Gate {
  /** Requests that left so far. */
  readonly sent: number
  /** Whether a request was kept back for want of budget. */
  readonly isOutOfBudget: boolean
  /** Routes beyond it do not exist for the run. */
  readonly knowledge: Knowledge
  /** Whether clean-up has begun. */
  readonly isCleaning: boolean
  /** The record is the run's own, by what the ledger says; it may be changed once a read has shown the mark. */
  own(collection: string, id: string, marked: boolean): void
  /** Whether a read has shown the record's mark, or it could carry none. */
  isVerified(collection: string, id: string): boolean
  /** Whether this very run created it, or took it up from a ledger. */
  has(collection: string, id: string): boolean
  /** Whether an answer named it as this very run's, and no read has shown its mark since: the answer may be wrong. */
  isDoubtful(collection: string, id: string): boolean
  /** What reads of this very run have shown since its DELETE was answered; null where none was. */
  afterDelete(collection: string, id: string): AfterDelete | null
  /** Sound creates that the service refused, and may have carried out all the same. */
  readonly refused: readonly LedgerEntry[]
  /** From now on what the run created may be deleted, whatever the budget and the list; and nothing else be written. */
  beginCleanup(): void
  /** Whether the DELETE of several was named, so that clean-up may use it. */
  mayRemoveMany(route: Route): boolean
  /** The sender, behind the gate. Token requests pass. */
  guard(sender: Sender): Sender
}

export function createGate(options: GateOptions): Gate {
  const { ledger, permissions } = options
  const { embedded, knowledge, write } = permissions
  const own = new OwnRecords(ledger, (collection) => routesOf(collection, knowledge).read !== null)
  const { mark } = ledger.header
  const around = { baseUrl: options.baseUrl, knowledge, mark, mayCreate: write && !embedded }
  const state = { sent: 0, isOutOfBudget: false, isCleaning: false }

  function admit(request: OutgoingRequest): Passage {
    const { isCleaning } = state
    if (!isCleaning && options.budget !== null && state.sent >= options.budget) {
      state.isOutOfBudget = true
      throw new NotPermittedError('budget')
    }
    const passage = passageOf(request, around)
    const because =
      (isCleaning ? cleanupFlaw(passage) : prohibitionOf(passage.route, passage.method, permissions)) ??
      ownershipFlaw(passage)
    if (because !== null) throw new NotPermittedError(because)
    state.sent++
    return passage
  }

  /** Of all writing, the single DELETE remains; that of several where it was named. */
  function cleanupFlaw({ route, method }: Passage): Prohibition | null {
    if (method === 'GET' || route?.risk === 'delete') return null
    return route?.risk === 'delete-many' && permissions.allow.routes.has(route.id) ? null : 'read-only'
  }

  function ownershipFlaw({ route, method, concerns }: Passage): Prohibition | null {
    if (permissions.embedded || method === 'GET' || isCreate(route)) return null
    if (concerns.length === 0 || concerns.some((key) => !own.has(key))) return 'not-created-here'
    return concerns.every((key) => own.isVerified(key)) ? null : 'not-verified'
  }

  return {
    get sent() {
      return state.sent
    },
    get isOutOfBudget() {
      return state.isOutOfBudget
    },
    get isCleaning() {
      return state.isCleaning
    },
    refused: own.refused,
    own: (collection, id, marked) => own.add(collection, id, marked),
    beginCleanup() {
      state.isCleaning = true
    },
    knowledge: permissions.knowledge,
    mayRemoveMany: ({ id }) => permissions.embedded || permissions.allow.routes.has(id),
    isVerified: (collection, id) => own.isVerified(`${collection}/${id}`),
    has: (collection, id) => own.has(`${collection}/${id}`),
    isDoubtful: (collection, id) => own.has(`${collection}/${id}`) && !own.isVerified(`${collection}/${id}`),
    afterDelete: (collection, id) => own.afterDelete(`${collection}/${id}`),
    guard: (sender) => ({
      async send(request, meaning) {
        if (meaning.channel !== 'service') return sender.send(request, meaning)
        const passage = admit(request)
        const { creates, isMarked, clues } = passage
        const intent = creates === null ? null : ledger.intend(creates, isMarked, clues)
        const beforeRecord = (sent: Sent) => {
          // whatever the record and the judge throw: what was created is known
          const isWrong = meaning.intent !== undefined
          own.learn({ passage, intent, exchange: sent, isSent: sent.mayBeProcessed, isWrong })
          meaning.beforeRecord?.(sent)
        }
        if (creates === null || meaning.signal?.aborted)
          return sender.send(request, { ...meaning, beforeRecord })
        // once sent, its answer alone tells the record's name
        const { signal: _signal, ...unbroken } = meaning
        return uninterrupted(() => sender.send(request, { ...unbroken, beforeRecord }))
      },
    }),
  }
}
