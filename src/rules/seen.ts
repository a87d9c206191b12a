import { pathBelow, pathOf, placeBelow, trimSlash } from '../exchange/address.js'
import { type Exchange, headerValue, type Intent } from '../exchange/exchange.js'
import { isObject, type Json, type ParsedJson, parseJson, property, valueIn } from '../exchange/json.js'
import { sightOf } from '../exchange/sources.js'
import { matchRoute } from '../specification/find-route.js'
import type { Profile } from '../specification/profile.js'
import type { Route } from '../specification/route.js'
import type { Shapes } from '../specification/shapes.js'
import { documentedOf } from './conventions.js'
import { recordsListed } from './records-listed.js'
import { isAtOtherHost } from './service-host.js'

/** The facts that a rule needs in addition to the exchange. */
export interface SeenContext {
  readonly profile: Profile
  /** Base address of the service under the version prefix. */
  readonly baseUrl: string
  readonly tokenUrl: string | null
  /** The schemas of responses, bodies and queries; without them nothing is compared with its shape. */
  readonly shapes?: Shapes | null
  /** The mark that our run's own records carry if it may write to an account that belongs to somebody. */
  readonly mark?: string | null
}

export type Listed = { readonly [key: string]: Json }

/** An exchange as the rules of the contract see it. */
export interface SeenExchange {
  readonly exchange: Exchange
  readonly context: SeenContext
  /** null where version 3 names no such route. */
  readonly route: Route | null
  /**
   * Whether the methods of the route's path are unknown, because the specification merely names it and the profile
   * knows no more.
   */
  readonly isNamedOnly: boolean
  readonly params: Readonly<Record<string, string>>
  /** Below the base address, else the whole path; without query and closing slash. */
  readonly path: string
  readonly isBelowBase: boolean
  /** Names the record that the path addresses, in the session that asked. */
  readonly key: string
  readonly query: URLSearchParams
  /** The status of a complete response; null if no response arrived. */
  readonly status: number | null
  readonly isSuccess: boolean
  /**
   * Whether the response refuses the token, reports a limit, or denies a scope, or comes as a refusal from an
   * undocumented host. Such a response says nothing about the operation.
   */
  readonly isTurnedAway: boolean
  /** Whether the response's body, or its absence, was seen whole. */
  readonly isBodySeen: boolean
  /** The body of the response; null if it cannot be read. */
  readonly json: ParsedJson | null
  /** The body of the request; null if it cannot be read. */
  readonly sent: ParsedJson | null
  /**
   * `data` of a success, or the whole response if the document shows it without an envelope and it arrived so. It is
   * undefined if there is no `data`. It is also undefined for a read that has its envelope twice, because the second
   * envelope is the fault, and the content of the inner one is not judged.
   */
  readonly data: Json | undefined
  /** The records of a list's response; null if it is not a list, or if `data` contains no array of records. */
  readonly listed: readonly Listed[] | null
  /** The intent of our own run's request; null for other traffic. */
  readonly meant: 'success' | Intent | null
}

/** Places an exchange among the routes. Bodies and queries are parsed when a rule first asks. */
export function see(exchange: Exchange, context: SeenContext): SeenExchange {
  return new Seen(exchange, context)
}

/** Whether a success is the response to what our own run meant to be refused: that is the fault, and not how it looks. */
export function isWronglyAccepted({ isSuccess, meant }: Pick<SeenExchange, 'isSuccess' | 'meant'>): boolean {
  return isSuccess && (meant === 'unknown-record' || meant === 'invalid')
}

const noQuery = new URLSearchParams()

/** A class, since getters on its prototype cost a tenth of those of a literal, and there is one of these an exchange. */
class Seen implements SeenExchange {
  readonly exchange: Exchange
  readonly context: SeenContext
  readonly route: Route | null
  readonly isNamedOnly: boolean
  readonly params: Readonly<Record<string, string>>
  readonly path: string
  readonly isBelowBase: boolean
  readonly key: string
  readonly status: number | null
  readonly isSuccess: boolean
  readonly isTurnedAway: boolean
  readonly isBodySeen: boolean
  readonly meant: SeenExchange['meant']
  readonly #search: string
  #query: URLSearchParams | undefined
  #json: ParsedJson | null | undefined
  #sent: ParsedJson | null | undefined
  #data: Json | undefined
  #isDataRead = false
  #listed: readonly Listed[] | null | undefined

  constructor(exchange: Exchange, context: SeenContext) {
    const { address, below: ownBelow } = placeBelow(exchange.request.url, context.baseUrl)
    const isAtOther = isAtOtherHost(exchange, context.profile)
    const isService = exchange.channel === 'service'
    const below =
      ownBelow ?? (isAtOther && isService ? pathBelow(address.path, pathOf(context.baseUrl)) : null)
    const path = trimSlash(below ?? address.path)
    const isBelowBase = below !== null
    const matched =
      isService && isBelowBase ? matchRoute(exchange.request.method, path, context.profile.knowledge) : null
    const status = exchange.failure ? null : (exchange.response?.status ?? null)
    this.exchange = exchange
    this.context = context
    this.route = matched?.route ?? null
    this.isNamedOnly =
      matched?.route.namedOnly === true && documentedOf(matched.route, context.profile) === null
    this.params = matched?.params ?? {}
    this.path = path
    this.isBelowBase = isBelowBase
    this.key = exchange.session ? `${exchange.session} ${path}` : path
    this.status = status
    this.isSuccess = status !== null && status >= 200 && status <= 299
    this.isTurnedAway =
      status !== null && !this.isSuccess && (isAtOther || isTurnedAway(exchange, context.profile))
    this.isBodySeen = isBodySeen(exchange)
    this.meant =
      exchange.intent ?? (exchange.step !== null && sightOf(exchange).plays === 'client' ? 'success' : null)
    this.#search = address.query
  }

  get query(): URLSearchParams {
    this.#query ??= this.#search === '' ? noQuery : new URLSearchParams(this.#search)
    return this.#query
  }

  get json(): ParsedJson | null {
    this.#json ??= read(this.exchange.response?.body?.text)
    return this.#json
  }

  get sent(): ParsedJson | null {
    this.#sent ??= read(this.exchange.request.body?.text)
    return this.#sent
  }

  get data(): Json | undefined {
    if (!this.#isDataRead) {
      const data = this.isSuccess ? (bareIn(this) ?? property(valueIn(this.json), 'data')) : undefined
      this.#data = isEnvelope(data) && mustNotWrap(this) ? undefined : data
      this.#isDataRead = true
    }
    return this.#data
  }

  get listed(): readonly Listed[] | null {
    if (this.#listed === undefined)
      this.#listed = this.route && mayList(this) ? listedIn(this.route, this) : null
    return this.#listed
  }
}

/**
 * The whole response if the document shows it without an envelope. undefined if it has an envelope all the same,
 * because a service that follows the specification is right as well.
 */
export function bareIn({ route, context, json }: Pick<SeenExchange, 'route' | 'context' | 'json'>) {
  if (!route || !documentedOf(route, context.profile)?.bare) return undefined
  const whole = valueIn(json)
  if (!isObject(whole)) return undefined
  return Object.keys(whole).length === 1 && Object.hasOwn(whole, 'data') ? undefined : whole
}

/** An object with the one property `data`, which holds something of its own: many a record has a day of that name. */
export function isEnvelope(value: Json | undefined): boolean {
  if (!isObject(value) || typeof value.data !== 'object' || value.data === null) return false
  return Object.hasOwn(value, 'data') && Object.keys(value).length === 1
}

/** Whether `data` of a read cannot be an envelope again: of listings it may be an object, of what is merely named anything. */
export function mustNotWrap({ route, isNamedOnly }: Pick<SeenExchange, 'route' | 'isNamedOnly'>): boolean {
  if (route?.method !== 'GET' || isNamedOnly) return false
  return route.id !== 'anuncios/list' && route.family !== 'homologacao'
}

/** Whether a response can be a list's. */
export function mayList({ route, isSuccess }: Pick<SeenExchange, 'route' | 'isSuccess'>): boolean {
  if (!isSuccess || route?.method !== 'GET' || route.namedOnly) return false
  return route.success.data === 'array' || route.id === 'anuncios/list'
}

/** The records of a list's response. */
function listedIn(route: Route, { data }: SeenExchange): readonly Listed[] | null {
  const records = Array.isArray(data) || route.id === 'anuncios/list' ? recordsListed(data) : null
  return records?.filter(isObject) ?? null
}

/** Whether a response declares its body as JSON, as far as its headers were seen. */
export function declaresJson(exchange: Exchange): boolean {
  if (exchange.gaps.includes('headers')) return true
  const declared = exchange.response ? headerValue(exchange.response.headers, 'content-type') : null
  return declared !== null && isJsonType(declared)
}

/** `application/json`, with parameters or as the suffix of another type. */
export function isJsonType(contentType: string): boolean {
  return (
    contentType === 'application/json' || /^\s*application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType)
  )
}

/** The markers of `spec` are so wide that a 400 about a field named `token` would pass for a refusal. */
function isTurnedAway({ response }: Exchange, { deadToken }: Profile): boolean {
  if (!response) return false
  if (response.status === 401 || response.status === 403 || response.status === 429) return true
  return (
    response.status === 400 && deadToken.reading !== '401' && /invalid_token/i.test(response.body?.text ?? '')
  )
}

function isBodySeen({ response, gaps, failure }: Exchange): boolean {
  if (!response || failure || gaps.includes('answer-bodies')) return false
  const flaw = response.body?.flaw
  return flaw !== 'not-recorded' && flaw !== 'truncated' && flaw !== 'undecodable'
}

function read(text: string | null | undefined): ParsedJson | null {
  return text === null || text === undefined || text === '' ? null : parseJson(text)
}
