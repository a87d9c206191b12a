/**
 * The gate: the one place through which every request of a contract run leaves. It lets nothing out that the user did not
 * allow, and nothing that would change or delete what this run did not create, whatever a suite asks for: ours, or a user's
 * own. What it lets create goes into the ledger first.
 */
import type { Sender } from '../../client/sender.js'
import type { OutgoingRequest, Sent } from '../../client/transport.js'
import { uninterrupted } from '../../client/uninterrupted.js'
import { isObject, type Json, parseJson, property } from '../../exchange/json.js'
import type { RawBody, RawExchange } from '../../exchange/raw.js'
import { identifierIn } from '../../rules/identifier.js'
import { collectionOf } from '../../specification/collection.js'
import { matchRoute } from '../../specification/families/index.js'
import type { Knowledge, Route } from '../../specification/route.js'
import type { Prohibition } from '../run-event.js'
import type { Clues, Ledger } from './ledger.js'
import { NotPermittedError } from './not-permitted.js'
import { type Permissions, prohibitionOf } from './permissions.js'

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
  /** Routes beyond it do not exist for the run. */
  readonly knowledge: Knowledge
  /** Whether clean-up has begun. */
  readonly isCleaning: boolean
  /** The record is the run's own, by what the ledger says; it may be changed once a read has shown the mark. */
  own(collection: string, id: string, marked: boolean): void
  /** Whether a read has shown the record's mark, or it could carry none. */
  isVerified(collection: string, id: string): boolean
  /** From now on what the run created may be deleted, whatever the budget and the list; and nothing else be written. */
  beginCleanup(): void
  /** Whether the DELETE of several was named, so that clean-up may use it. */
  mayRemoveMany(route: Route): boolean
  /** The sender, behind the gate. Token requests pass. */
  guard(sender: Sender): Sender
}

type Answered = Pick<RawExchange, 'answer' | 'failure'>

interface Owned {
  isVerified: boolean
}

export function createGate(options: GateOptions): Gate {
  const { ledger, permissions } = options
  const owned = new Map<string, Owned>()
  const state = { sent: 0, isCleaning: false }

  function admit(request: OutgoingRequest): Passage {
    const { isCleaning } = state
    if (!isCleaning && options.budget !== null && state.sent >= options.budget)
      throw new NotPermittedError('budget')
    const passage = passageOf(request, options.baseUrl)
    const because = (isCleaning ? cleanupFlaw(passage) : flawOf(passage)) ?? ownershipFlaw(passage)
    if (because !== null) throw new NotPermittedError(because)
    state.sent++
    return passage
  }

  function flawOf({ route, method }: Passage): Prohibition | null {
    return prohibitionOf(route, method, permissions)
  }

  /** Of all writing, the single DELETE remains; that of several where it was named. */
  function cleanupFlaw({ route, method }: Passage): Prohibition | null {
    if (method === 'GET' || route?.risk === 'delete') return null
    return route?.risk === 'delete-many' && permissions.allow.routes.has(route.id) ? null : 'read-only'
  }

  function ownershipFlaw({ route, method, concerns }: Passage): Prohibition | null {
    if (permissions.embedded || method === 'GET' || isCreate(route)) return null
    if (concerns.length === 0 || concerns.some((key) => !owned.has(key))) return 'not-created-here'
    return concerns.every((key) => owned.get(key)?.isVerified) ? null : 'not-verified'
  }

  function own(collection: string, id: string, marked: boolean): void {
    owned.set(`${collection}/${id}`, { isVerified: !marked })
  }

  function learn(passage: Passage, intent: number | null, exchange: Answered, isSent: boolean): void {
    const status = statusOf(exchange)
    if (intent !== null) learnCreated(passage, intent, exchange, isSent)
    else if (passage.method === 'DELETE') learnDeleted(passage, status)
    else if (passage.method === 'GET' && status === 200) learnRead(passage, exchange)
  }

  function learnCreated(
    { creates, isMarked }: Passage,
    intent: number,
    exchange: Answered,
    isSent: boolean,
  ): void {
    const status = statusOf(exchange)
    if (!isSent || (status !== null && status >= 400 && status < 500)) {
      ledger.refused(intent)
      return
    }
    if (!isSuccess(status) || creates === null) return
    const id = identifierIn(property(jsonOf(exchange.answer?.body ?? null), 'data'))
    if (id === null) return
    ledger.created(intent, id)
    own(creates, id, isMarked)
  }

  function learnDeleted({ concerns }: Passage, status: number | null): void {
    const isSure = status === 204 || status === 404 || (isSuccess(status) && concerns.length === 1)
    if (!isSure) return
    for (const key of concerns) {
      const slash = key.lastIndexOf('/')
      ledger.gone(key.slice(0, slash), key.slice(slash + 1))
    }
  }

  /** A read shows the mark, and what came of a payment to an account of the run's own. */
  function learnRead({ concerns }: Passage, { answer }: Answered): void {
    const record = owned.get(concerns[0] ?? '')
    if (!record) return
    const text = textOf(answer?.body ?? null)
    if (text.includes(asJson(ledger.header.mark))) record.isVerified = true
    if (!record.isVerified || !text.includes('"borderos"')) return
    const borderos = property(property(jsonOf(answer?.body ?? null), 'data'), 'borderos')
    for (const bordero of Array.isArray(borderos) ? borderos : []) {
      const id = identifierIn(bordero as Json)
      if (id !== null && !owned.has(`/borderos/${id}`)) own('/borderos', id, false)
    }
  }

  return {
    get sent() {
      return state.sent
    },
    get isCleaning() {
      return state.isCleaning
    },
    own,
    beginCleanup() {
      state.isCleaning = true
    },
    knowledge: permissions.knowledge,
    mayRemoveMany: ({ id }) => permissions.embedded || permissions.allow.routes.has(id),
    isVerified: (collection, id) => owned.get(`${collection}/${id}`)?.isVerified ?? false,
    guard: (sender) => ({
      async send(request, meaning) {
        if (meaning.channel !== 'service') return sender.send(request, meaning)
        const passage = admit(request)
        const { creates, isMarked, clues } = passage
        const intent = creates === null ? null : ledger.intend(creates, isMarked, clues)
        const beforeRecord = (sent: Sent) => {
          // whatever the record and the judge throw: what was created is known
          learn(passage, intent, sent, sent.mayBeProcessed)
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

  function passageOf(request: OutgoingRequest, baseUrl: string): Passage {
    const { path, query } = below(request.url, baseUrl)
    const matched = matchRoute(request.method, path, permissions.knowledge)
    const route = matched?.route ?? null
    const creates = route === null ? null : collectionCreated(route)
    const concerns = route && matched ? concernsOf(route, matched.params, query, request.body) : []
    const isMarked = creates !== null && textOfBytes(request.body).includes(asJson(ledger.header.mark))
    const clues = creates === null ? {} : cluesIn(request.body, asJson(ledger.header.mark))
    return { method: request.method, route, creates, concerns, isMarked, clues }
  }
}

function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status <= 299
}

/** A request as the gate sees it. */
interface Passage {
  readonly method: string
  readonly route: Route | null
  /** The collection that it adds to; null where it creates nothing. */
  readonly creates: string | null
  /** Keys of the records that it addresses or names: `/contatos/7`. */
  readonly concerns: readonly string[]
  readonly isMarked: boolean
  readonly clues: Clues
}

function cluesIn(body: Uint8Array | null, mark: string): Clues {
  const parsed = parseJson(textOfBytes(body))
  if (!parsed.ok || typeof parsed.value !== 'object' || parsed.value === null)
    return { field: null, empty: false }
  const fields = Object.entries(parsed.value)
  const marked = fields.find(([, value]) => typeof value === 'string' && asJson(value).includes(mark))
  return { field: marked?.[0] ?? null, empty: fields.length === 0 }
}

/** POST to a collection. What an action on a record creates belongs to that record. */
function isCreate(route: Route | null): boolean {
  return (
    route !== null && route.method === 'POST' && route.success.data === 'created' && !route.path.includes('{')
  )
}

const issued: Readonly<Record<string, string>> = {
  'pedidos-vendas/issue-nfe': '/nfe',
  'pedidos-vendas/issue-nfce': '/nfce',
}

function collectionCreated(route: Route): string | null {
  return isCreate(route) && route.family !== 'homologacao' ? route.path : (issued[route.id] ?? null)
}

function concernsOf(
  route: Route,
  params: Readonly<Record<string, string>>,
  query: URLSearchParams,
  body: Uint8Array | null,
): string[] {
  const [id] = Object.values(params)
  const collection = collectionOf(route)
  if (id !== undefined) return [`${collection}/${wellFormed(id)}`]
  if (route.method === 'GET') return []
  return [...idsInQuery(query), ...idsInBody(body)].map((one) => `${collection}/${one}`)
}

/** An identifier spoilt on purpose concerns the record that it begins with: a careless service may read it so. */
function wellFormed(id: string): string {
  return id.replace(/-x$/, '')
}

function idsInQuery(query: URLSearchParams): string[] {
  return [...query].filter(([name]) => /^ids/.test(name)).flatMap(([, value]) => value.split(','))
}

function idsInBody(body: Uint8Array | null): string[] {
  const parsed = body === null ? null : parseJson(textOfBytes(body))
  if (!parsed?.ok || !isObject(parsed.value)) return []
  return Object.entries(parsed.value)
    .filter(([name]) => /^ids/.test(name))
    .flatMap(([, ids]) => (Array.isArray(ids) ? ids.map(String) : [String(ids)]))
}

function below(url: string, baseUrl: string): { path: string; query: URLSearchParams } {
  const [address = '', search = ''] = (url.split('#', 1)[0] ?? '').split(/\?(.*)/s)
  const base = baseUrl.replace(/\/+$/, '')
  return {
    path: address.startsWith(base) ? address.slice(base.length) : address,
    query: new URLSearchParams(search),
  }
}

function jsonOf(body: RawBody | null): Json | undefined {
  const parsed = parseJson(textOf(body))
  return parsed.ok ? parsed.value : undefined
}

function textOf(body: RawBody | null): string {
  return body === null ? '' : textOfBytes(body.bytes)
}

function textOfBytes(bytes: Uint8Array | null): string {
  return bytes === null ? '' : Buffer.from(bytes).toString('utf8')
}

/** As a JSON text would hold it, without its quotes. */
function asJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

/** Of an answer that came whole. */
function statusOf({ answer, failure }: Answered): number | null {
  return failure ? null : (answer?.status ?? null)
}
