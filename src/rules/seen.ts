import { pathBelow, pathOf, placeBelow, readAddress, trimSlash } from '../exchange/address.js'
import { type Exchange, endMs, headerValue, type Intent } from '../exchange/exchange.js'
import { isObject, type Json, type ParsedJson, parseJson, property, valueIn } from '../exchange/json.js'
import { traitsOfSource } from '../exchange/sources.js'
import { collectionOf } from '../specification/collection.js'
import { matchRoute } from '../specification/find-route.js'
import type { Profile } from '../specification/profile.js'
import type { Route } from '../specification/route.js'
import type { SeenContext } from './context.js'
import { documentedFacts } from './conventions.js'
import { recordsListed } from './identifier.js'

export type Fields = { readonly [key: string]: Json }

/**
 * An exchange as observers see it (`observer.ts`), with its route and what else they need to know. Bodies and queries are parsed
 * when an observer first reads them. It is a class because each exchange has one, and getters of a prototype cost a tenth
 * of the getters of an object literal.
 */
export class SeenExchange {
  readonly exchange: Exchange
  readonly context: SeenContext
  /** null if version 3 has no such route, or the request is not one to the API below the base address. */
  readonly route: Route | null
  /** The values in the path, by the names in the route: `{ idProduto: '7' }`. */
  readonly params: Readonly<Record<string, string>>
  /** The path below the base address, else the whole path; without query and closing slash. */
  readonly path: string
  readonly isBelowBase: boolean
  /** The path, with the session before it if there are several: `s1 /produtos/7`. Observers remember records and lists under this key. */
  readonly key: string
  /** The status of a complete response; null if no response arrived. */
  readonly status: number | null
  readonly isSuccess: boolean
  /** Whether the service refused before it looked at the request: no valid token, no scope, too many requests, or the wrong host. */
  readonly isAccessRefused: boolean
  /** What our own run meant the request to be; null for other traffic, whose intent is unknown. */
  readonly intent: 'success' | Intent | null
  readonly #search: string
  // undefined until an observer first reads them
  #query: URLSearchParams | undefined
  #responseJson: ParsedJson | null | undefined
  #requestJson: ParsedJson | null | undefined
  #data: Json | undefined
  /** Needed because `data` may be undefined after it was read, too. */
  #isDataRead = false
  #listedRecords: readonly Fields[] | null | undefined
  #recordKey: string | undefined

  constructor(exchange: Exchange, context: SeenContext) {
    const { method, url } = exchange.request
    const { address, below: belowOwnBase } = placeBelow(url, context.baseUrl)
    const isService = exchange.channel === 'service'
    const isAtOther = isAtOtherHost(exchange, context.profile)
    // at another host of the service, the path counts as if it were below the base address
    const belowOther = isService && isAtOther ? pathBelow(address.path, pathOf(context.baseUrl)) : null
    const below = belowOwnBase ?? belowOther
    this.path = trimSlash(below ?? address.path)
    const isApiPath = isService && below !== null
    const matched = isApiPath ? matchRoute(method, this.path, context.profile.knowledge) : null
    const status = exchange.failure ? null : (exchange.response?.status ?? null)
    const isOwnStep = exchange.step !== null && traitsOfSource(exchange).plays === 'client'
    this.exchange = exchange
    this.context = context
    this.route = matched?.route ?? null
    this.params = matched?.params ?? {}
    this.isBelowBase = below !== null
    this.key = exchange.session ? `${exchange.session} ${this.path}` : this.path
    this.status = status
    this.isSuccess = status !== null && status >= 200 && status <= 299
    this.isAccessRefused =
      status !== null && !this.isSuccess && (isAtOther || refusesAccess(exchange, context.profile))
    this.intent = exchange.intent ?? (isOwnStep ? 'success' : null)
    this.#search = address.query
  }

  /** Whether the specification names the path without its methods, and the profile does not know them either. */
  get isNamedOnly(): boolean {
    return this.route?.namedOnly === true && documentedFacts(this.route, this.context.profile) === null
  }

  /** Whether the recording holds the whole body of the response. True also if the response had none. */
  get isBodySeen(): boolean {
    const { response, gaps, failure } = this.exchange
    if (!response || failure || gaps.includes('answer-bodies')) return false
    const flaw = response.body?.flaw
    return flaw !== 'not-recorded' && flaw !== 'truncated' && flaw !== 'undecodable'
  }

  /** Whether our own run sent a wrong request on purpose and it succeeded. That is the fault, so its content is not judged. */
  get isWronglyAccepted(): boolean {
    return this.isSuccess && (this.intent === 'unknown-record' || this.intent === 'invalid')
  }

  /** What an observer remembers of the exchange if a later one may contradict it. */
  get reference() {
    const { id, step } = this.exchange
    return { exchange: { id, step }, route: this.route }
  }

  get endMs(): number {
    return endMs(this.exchange)
  }

  /** The first identifier of the path and the name of its parameter; both are empty if the path has none. */
  get pathIdentifier(): { readonly name: string; readonly requestedId: string } {
    for (const name in this.params) return { name, requestedId: this.params[name] ?? '' }
    return { name: '', requestedId: '' }
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

  /** The body of the response; null if there is none. */
  get responseJson(): ParsedJson | null {
    this.#responseJson ??= parseText(this.exchange.response?.body?.text)
    return this.#responseJson
  }

  /** The body of the request; null if there is none. */
  get requestJson(): ParsedJson | null {
    this.#requestJson ??= parseText(this.exchange.request.body?.text)
    return this.#requestJson
  }

  get requestFields(): Fields | null {
    const body = valueIn(this.requestJson)
    return isObject(body) ? body : null
  }

  /**
   * `data` of a success; the whole body of a response that the public document shows without the envelope and that came
   * without it. Undefined if there is no `data`, or if `data` contains another `{data: …}`: that envelope is the fault,
   * and its content is not judged.
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

  /** The records in the response of a list; null if it is not a list, or if `data` contains no array of records. */
  get listedRecords(): readonly Fields[] | null {
    if (this.#listedRecords === undefined)
      this.#listedRecords = this.route && mayList(this) ? listedIn(this.route, this.data) : null
    return this.#listedRecords
  }
}

/** Cuts a key after the first identifier, and replaces an alias of the collection by its own path. */
function recordKeyOf(route: Route, key: string): string {
  const segments = route.path.split('/')
  const depth = segments.findIndex((segment) => segment.startsWith('{'))
  if (depth < 0) return key
  const path = segments.slice(0, depth).join('/')
  const collection = collectionOf(route)
  const recordKey = key.split('/', depth + 1).join('/')
  return path === collection ? recordKey : recordKey.replace(`${path}/`, `${collection}/`)
}

/** The whole response, if the public document shows it without an envelope and it arrived so. */
export function findBareData(seen: Pick<SeenExchange, 'route' | 'context' | 'responseJson'>) {
  const { route, context, responseJson } = seen
  if (!route || !documentedFacts(route, context.profile)?.bare) return undefined
  const whole = valueIn(responseJson)
  if (!isObject(whole)) return undefined
  return Object.keys(whole).length === 1 && Object.hasOwn(whole, 'data') ? undefined : whole
}

/** An object whose only property is `data`, with an object or array in it. In a record, `data` may also be a date, which is a text. */
export function isEnvelope(value: Json | undefined): boolean {
  if (!isObject(value) || Object.keys(value).length !== 1) return false
  return typeof value.data === 'object' && value.data !== null
}

/** The list of ads, whose form the specification leaves open: `data` may be an array or contain one. */
const openList = 'anuncios/list'

/**
 * Whether `data` of a read must not contain another `{data: …}`. It may for the list of ads, for the five steps, which have
 * rules of their own, and for paths without known methods.
 */
export function mustNotWrap({ route, isNamedOnly }: Pick<SeenExchange, 'route' | 'isNamedOnly'>): boolean {
  if (route?.method !== 'GET' || isNamedOnly) return false
  return route.id !== openList && route.family !== 'homologacao'
}

/** Whether the response may be a list. Of a route without known methods nobody knows what its reads return. */
export function mayList({ route, isSuccess }: Pick<SeenExchange, 'route' | 'isSuccess'>): boolean {
  if (!isSuccess || route?.method !== 'GET' || route.namedOnly) return false
  return route.success.data === 'array' || route.id === openList
}

function listedIn(route: Route, data: Json | undefined): readonly Fields[] | null {
  const records = Array.isArray(data) || route.id === openList ? recordsListed(data) : null
  return records?.filter(isObject) ?? null
}

/** Whether a response declares its body as JSON. True if the recording does not contain the headers. */
export function declaresJson(exchange: Exchange): boolean {
  if (exchange.gaps.includes('headers')) return true
  const declared = exchange.response ? headerValue(exchange.response.headers, 'content-type') : null
  return declared !== null && isJsonType(declared)
}

/** Matches `application/json; charset=utf-8` and `application/problem+json`. */
export function isJsonType(contentType: string): boolean {
  return /^\s*application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType)
}

/**
 * Whether a response refuses the token or the scope, or reports a limit. It does not use the profile's marks of a refused
 * token: those of `spec` are so general that a 400 about a field named `token` would count.
 */
function refusesAccess({ response }: Exchange, { deadToken }: Profile): boolean {
  if (!response) return false
  const { status, body } = response
  if (status === 401 || status === 403 || status === 429) return true
  return status === 400 && deadToken.reading !== '401' && /invalid_token/i.test(body?.text ?? '')
}

function parseText(text: string | null | undefined): ParsedJson | null {
  return text ? parseJson(text) : null
}

/** Whether the request went to another host of the service than the documented one. Refusals by that host do not come from the API. */
export function isAtOtherHost(exchange: Pick<Exchange, 'request'>, { service }: Profile): boolean {
  return service?.otherHosts.includes(hostOf(exchange)) ?? false
}

export function isAtService(exchange: Pick<Exchange, 'request'>, profile: Profile): boolean {
  return profile.service?.host === hostOf(exchange) || isAtOtherHost(exchange, profile)
}

/** The host of a request, with its port unless that is the scheme's default: `api.example` or `localhost:8080`. */
export function hostOf({ request }: Pick<Exchange, 'request'>): string {
  return readAddress(request.url).origin.replace(/^https?:\/\//, '')
}
