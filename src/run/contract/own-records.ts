import { type Json, parseJson, property, valueIn } from '../../exchange/json.js'
import type { RawBody, RawExchange } from '../../exchange/raw.js'
import { createdIn, identifierIn, isIdentifier, segmentOf } from '../../rules/identifier.js'
import { recordsListed } from '../../rules/records-listed.js'
import type { Ledger, LedgerEntry } from './ledger.js'
import { asJson, type Passage, textOfBytes } from './passage.js'

export type Answered = Pick<RawExchange, 'answer' | 'failure'>

/** What became of a request that was let through. */
export interface Outcome {
  readonly passage: Passage
  /** The number of the ledger's entry; null where nothing was to be created. */
  readonly intent: number | null
  readonly exchange: Answered
  /** Whether the service may have processed it. */
  readonly isSent: boolean
  /** Whether it was wrong on purpose. */
  readonly isWrong: boolean
}

/** Refusals at the door, where nobody looked at what was sent. */
const AT_THE_DOOR = new Set([401, 403, 429])

/** What reads show of a record whose DELETE was answered with success, or with 404: `unseen` where none came, or told nothing. */
export type AfterDelete = 'unseen' | 'gone' | 'still-shown'

/** The run's own records, by collection and id, as answers make them known; the ledger hears of each. */
export class OwnRecords {
  readonly #verified = new Map<string, boolean>()
  readonly #unmarked = new Set<string>()
  readonly #deleted = new Map<string, AfterDelete>()
  /** Sound creates that were refused: the ledger believes it, clean-up looks for the mark. */
  readonly refused: LedgerEntry[] = []
  readonly #ledger: Ledger
  readonly #isReadable: (collection: string) => boolean

  /** `isReadable`: whether a record of the collection can be read alone. */
  constructor(ledger: Ledger, isReadable: (collection: string) => boolean) {
    this.#ledger = ledger
    this.#isReadable = isReadable
  }

  /** A marked record is verified once a read has shown its mark, one that could carry none at once. */
  add(collection: string, id: string, marked: boolean): void {
    this.#verified.set(`${collection}/${id}`, !marked)
    if (!marked) this.#unmarked.add(`${collection}/${id}`)
  }

  /** `key`: `/contatos/7`. */
  has(key: string): boolean {
    return this.#verified.has(key)
  }

  isVerified(key: string): boolean {
    return this.#verified.get(key) ?? false
  }

  afterDelete(key: string): AfterDelete | null {
    return this.#deleted.get(key) ?? null
  }

  learn(outcome: Outcome): void {
    const { passage, intent, exchange } = outcome
    const status = statusOf(exchange)
    if (intent !== null) this.#learnCreated(outcome, intent)
    else if (passage.method === 'DELETE') this.#learnDeleted(passage, status)
    else if (passage.method === 'GET') {
      if (status === 200) {
        this.#learnRead(passage, exchange)
        this.#learnListed(passage, exchange)
      }
      this.#learnAfterDelete(passage.reads, status, exchange)
    }
  }

  /** What a list shows was there before whatever is created from now on. Of what is not called `id`, several records may have the same. */
  #learnListed({ lists }: Passage, { answer }: Answered): void {
    if (lists === null) return
    const records = recordsListed(property(jsonOf(answer?.body ?? null), 'data')) ?? []
    const ids = records.map((one) => property(one, 'id')).filter(isIdentifier)
    this.#ledger.listed(lists, ids.map(String))
  }

  #learnCreated({ passage, exchange, isSent, isWrong }: Outcome, intent: number): void {
    const { creates, isMarked } = passage
    const status = statusOf(exchange)
    if (!isSent || (status !== null && status >= 400 && status < 500)) {
      const entry = this.#ledger.open().find(({ number }) => number === intent)
      if (isSent && isMarked && !isWrong && entry && !AT_THE_DOOR.has(status ?? 0)) this.refused.push(entry)
      this.#ledger.refused(intent)
      return
    }
    if (!isSuccess(status) || creates === null) return
    const id = createdIn(jsonOf(exchange.answer?.body ?? null))
    // what no address names is looked for by its mark, as after no answer
    if (id === null || segmentOf(id) === null) return
    this.#ledger.created(intent, id)
    this.add(creates, id, isMarked)
  }

  /** A DELETE is believed once a read shows the record no more; at once where nothing reads it. */
  #learnDeleted({ concerns }: Passage, status: number | null): void {
    const isSure = status === 204 || status === 404 || (isSuccess(status) && concerns.length === 1)
    if (!isSure) return
    for (const key of concerns) {
      const [collection] = partsOf(key)
      this.#deleted.set(key, 'unseen')
      if (!this.#isReadable(collection)) this.#learnGone(key)
    }
  }

  #learnAfterDelete(key: string | null, status: number | null, { answer }: Answered): void {
    if (key === null || !this.#deleted.has(key)) return
    if (status === 404 || status === 410) this.#learnGone(key)
    else if (!isSuccess(status)) return
    else if (this.#shows(key, answer?.body ?? null)) this.#learnStillShown(key)
    else this.#learnGone(key)
  }

  /** By the mark, or by its identifier where it bears none. */
  #shows(key: string, body: RawBody | null): boolean {
    if (!this.#unmarked.has(key)) return this.#isMarked(body)
    const [, id] = partsOf(key)
    return identifierIn(property(jsonOf(body), 'data')) === id
  }

  #isMarked(body: RawBody | null): boolean {
    const value = jsonOf(body)
    // told anew, for a service may write any letter as an escape
    const text = value === undefined ? textOf(body) : JSON.stringify(value)
    return text.includes(asJson(this.#ledger.header.mark))
  }

  #learnGone(key: string): void {
    this.#deleted.set(key, 'gone')
    this.#ledger.gone(...partsOf(key))
  }

  #learnStillShown(key: string): void {
    const [collection, id] = partsOf(key)
    this.#deleted.set(key, 'still-shown')
    const isOpen = this.#ledger.open().some((entry) => entry.collection === collection && entry.id === id)
    if (!isOpen) this.#ledger.created(this.#ledger.intend(collection, !this.#unmarked.has(key)), id)
  }

  /** A read shows the mark, and what came of a payment to an account of the run's own. */
  #learnRead({ concerns }: Passage, { answer }: Answered): void {
    const key = concerns[0] ?? ''
    if (!this.has(key)) return
    const body = answer?.body ?? null
    if (this.#isMarked(body)) this.#verified.set(key, true)
    if (!this.isVerified(key)) return
    const borderos = property(property(jsonOf(body), 'data'), 'borderos')
    for (const bordero of Array.isArray(borderos) ? borderos : []) {
      const id = identifierIn(bordero as Json)
      if (id !== null && !this.has(`/borderos/${id}`)) this.add('/borderos', id, false)
    }
  }
}

/** `/contatos/7`: `/contatos` and `7`. */
function partsOf(key: string): [collection: string, id: string] {
  const slash = key.lastIndexOf('/')
  return [key.slice(0, slash), key.slice(slash + 1)]
}

function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status <= 299
}

function jsonOf(body: RawBody | null): Json | undefined {
  return valueIn(parseJson(textOf(body)))
}

function textOf(body: RawBody | null): string {
  return body === null ? '' : textOfBytes(body.bytes)
}

/** Of an answer that came whole. */
function statusOf({ answer, failure }: Answered): number | null {
  return failure ? null : (answer?.status ?? null)
}
