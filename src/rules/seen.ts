import { pathBelow, pathOf, placeBelow, readAddress, trimSlash } from '../exchange/address.js'
import { type Exchange, endMs, headerValue, type Intent } from '../exchange/exchange.js'
import { isObject, type Json, type ParsedJson, parseJson, property, valueIn } from '../exchange/json.js'
import { sightOf } from '../exchange/sources.js'
import { collectionOf } from '../specification/collection.js'
import { matchRoute } from '../specification/find-route.js'
import type { Profile } from '../specification/profile.js'
import type { Route } from '../specification/route.js'
import type { SeenContext } from './context.js'
import { documentedFacts } from './conventions.js'
import { recordsListed } from './identifier.js'

export type Fields = { readonly [key: string]: Json }

/**
 * An exchange as the rules of the contract see it. Bodies and queries are parsed when a rule first asks. It is a class
 * because getters of a prototype cost a tenth of those of a literal, and there is one of these for each exchange.
 */
export class SeenExchange {
  readonly exchange: Exchange
  readonly context: SeenContext
  /** null where version 3 names no such route. */
  readonly route: Route | null
  readonly params: Readonly<Record<string, string>>
  /** Below the base address, else the whole path; without query and closing slash. */
  readonly path: string
  readonly isBelowBase: boolean
  /** Names the record that the path addresses, in the session that asked. */
  readonly key: string
  /** The status of a complete response; null if no response arrived. */
  readonly status: number | null
  readonly isSuccess: boolean
  /** Whether it refuses the token or a scope, reports a limit, or comes from an undocumented host. */
  readonly isAccessRefused: boolean
  /** The intent of our own run's request; null for other traffic. */
  readonly intent: 'success' | Intent | null
  readonly #search: string
  #query: URLSearchParams | undefined
  #json: ParsedJson | null | undefined
  #sent: ParsedJson | null | undefined
  #data: Json | undefined
  #isDataRead = false
  #listed: readonly Fields[] | null | undefined
  #recordKey: string | undefined

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
    this.params = matched?.params ?? {}
    this.path = path
    this.isBelowBase = isBelowBase
    this.key = exchange.session ? `${exchange.session} ${path}` : path
    this.status = status
    this.isSuccess = status !== null && status >= 200 && status <= 299
    this.isAccessRefused =
      status !== null && !this.isSuccess && (isAtOther || refusesAccess(exchange, context.profile))
    this.intent =
      exchange.intent ?? (exchange.step !== null && sightOf(exchange).plays === 'client' ? 'success' : null)
    this.#search = address.query
  }

  /** Whether the specification merely names the path, and the profile knows no method of it either. */
  get isNamedOnly(): boolean {
    return this.route?.namedOnly === true && documentedFacts(this.route, this.context.profile) === null
  }

  get isBodySeen(): boolean {
    const { response, gaps, failure } = this.exchange
    if (!response || failure || gaps.includes('answer-bodies')) return false
    const flaw = response.body?.flaw
    return flaw !== 'not-recorded' && flaw !== 'truncated' && flaw !== 'undecodable'
  }

  /** Whether a success is the response to what our own run meant to be refused: that is the fault, and not how it looks. */
  get isWronglyAccepted(): boolean {
    return this.isSuccess && (this.intent === 'unknown-record' || this.intent === 'invalid')
  }

  /** As much of the exchange as is kept for a breach that a later one may show. */
  get reference() {
    const { id, step } = this.exchange
    return { exchange: { id, step }, route: this.route }
  }

  get endMs(): number {
    return endMs(this.exchange)
  }

  /** The first identifier of the path, with the name of its parameter; empty texts if the path has none. */
  get pathIdentifier(): { readonly name: string; readonly asked: string } {
    for (const name in this.params) return { name, asked: this.params[name] ?? '' }
    return { name: '', asked: '' }
  }

  /** The key of the record that the request concerns: `/anuncios/7` for `/anuncios/7/pausar`. */
  get recordKey(): string {
    this.#recordKey ??= this.route ? recordKeyOf(this.route, this.key) : this.key
    return this.#recordKey
  }

  get query(): URLSearchParams {
    this.#query ??= new URLSearchParams(this.#search)
    return this.#query
  }

  /** The body of the response; null if it cannot be read. */
  get responseJson(): ParsedJson | null {
    this.#json ??= parseText(this.exchange.response?.body?.text)
    return this.#json
  }

  /** The body of the request; null if it cannot be read. */
  get requestJson(): ParsedJson | null {
    this.#sent ??= parseText(this.exchange.request.body?.text)
    return this.#sent
  }

  get requestFields(): Fields | null {
    const body = valueIn(this.requestJson)
    return isObject(body) ? body : null
  }

  /**
   * `data` of a success, or the whole response if the document shows it without an envelope and it arrived so. It is
   * undefined if there is no `data`. It is also undefined for a read that has its envelope twice, because the second
   * envelope is the fault, and the content of the inner one is not judged.
   */
  get data(): Json | undefined {
    if (!this.#isDataRead) {
      const data = this.isSuccess
        ? (findBareData(this) ?? property(valueIn(this.responseJson), 'data'))
        : undefined
      this.#data = isEnvelope(data) && mustNotWrap(this) ? undefined : data
      this.#isDataRead = true
    }
    return this.#data
  }

  /** The records of a list's response; null if it is not a list, or if `data` contains no array of records. */
  get listed(): readonly Fields[] | null {
    if (this.#listed === undefined)
      this.#listed = this.route && mayList(this) ? listedIn(this.route, this.data) : null
    return this.#listed
  }
}

function recordKeyOf(route: Route, key: string): string {
  const segments = route.path.split('/')
  const depth = segments.findIndex((segment) => segment.startsWith('{'))
  if (depth < 0) return key
  const from = segments.slice(0, depth).join('/')
  const to = collectionOf(route)
  const own = key.split('/', depth + 1).join('/')
  return from === to ? own : own.replace(`${from}/`, `${to}/`)
}

/** The whole response if the document shows it without an envelope and it came so. */
export function findBareData({
  route,
  context,
  responseJson,
}: Pick<SeenExchange, 'route' | 'context' | 'responseJson'>) {
  if (!route || !documentedFacts(route, context.profile)?.bare) return undefined
  const whole = valueIn(responseJson)
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

function listedIn(route: Route, data: Json | undefined): readonly Fields[] | null {
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
  return /^\s*application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType)
}

/** The markers of `spec` are so wide that a 400 about a field named `token` would pass for a refusal. */
function refusesAccess({ response }: Exchange, { deadToken }: Profile): boolean {
  if (!response) return false
  if (response.status === 401 || response.status === 403 || response.status === 429) return true
  return (
    response.status === 400 && deadToken.reading !== '401' && /invalid_token/i.test(response.body?.text ?? '')
  )
}

function parseText(text: string | null | undefined): ParsedJson | null {
  return text === null || text === undefined || text === '' ? null : parseJson(text)
}

/** Whether the host is an undocumented one of the service. A refusal from it is no response of the API. */
export function isAtOtherHost(exchange: Pick<Exchange, 'request'>, { service }: Profile): boolean {
  return service?.otherHosts.includes(hostOf(exchange)) ?? false
}

export function isAtService(exchange: Pick<Exchange, 'request'>, profile: Profile): boolean {
  return profile.service?.host === hostOf(exchange) || isAtOtherHost(exchange, profile)
}

/** With its port, unless that is the scheme's own. */
export function hostOf({ request }: Pick<Exchange, 'request'>): string {
  return readAddress(request.url).origin.replace(/^https?:\/\//, '')
}
