import type { Exchange, Header } from '../../exchange/exchange.js'
import { headerValue } from '../../exchange/exchange.js'
import { parseJson, property } from '../../exchange/json.js'
import { homologationStep, type StepNumber } from '../../specification/homologation.js'
import type { Profile } from '../../specification/profile.js'
import { members } from './pretty-json.js'
import {
  bySentAt,
  isProcedure,
  isRefused,
  isResponded,
  issuedHash,
  issuedProductId,
  startsAttempt,
} from './procedure.js'

/** The request that a correct client would have sent in the place of one that failed. */
export interface CorrectRequest {
  readonly step: StepNumber
  readonly method: string
  readonly url: string
  /** The client's own headers, corrected, without those of the transport. */
  readonly headers: readonly Header[]
  readonly body: string | null
  /** Headers, in lower case, of which nothing can be said. */
  readonly unknownHeaders: readonly string[]
  /** Milliseconds of the run before and after which it must not be sent, under the spacing in force; null: any time. */
  readonly earliestMs: number | null
  readonly latestMs: number | null
}

export interface CorrectRequestContext {
  readonly exchanges: readonly Exchange[]
  readonly profile: Profile
  readonly baseUrl: string
  readonly step: StepNumber
}

/**
 * Derives the correct request from what the service had responded until then and from the profile. Returns null where that does not
 * decide it: an identifier or product data that never arrived.
 */
export function correctRequest(exchange: Exchange, context: CorrectRequestContext): CorrectRequest | null {
  const { profile, step } = context
  const known = whatWasKnown(exchange, context)
  const { method, path } = homologationStep(step)
  const body = bodyOf(exchange, context, known)
  if ((path.includes('{') && known.productId === null) || body === undefined) return null
  const { reading, intervalMs } = profile.spacing
  const [sentAtMs, respondedAtMs] = [known.previous?.sentAtMs, known.previous?.respondedAtMs]
  const earliestMs = sentAtMs !== undefined && reading === 'at-least' ? sentAtMs + intervalMs : null
  const latestMs =
    sentAtMs !== undefined && reading === 'at-most' ? (respondedAtMs ?? sentAtMs) + intervalMs : null
  return {
    step,
    method,
    body,
    earliestMs,
    latestMs,
    url: context.baseUrl.replace(/\/$/, '') + path.replace('{idProduto}', known.productId ?? ''),
    headers: headersOf(exchange, context, known, body),
    unknownHeaders: known.accessToken === null ? ['authorization'] : [],
  }
}

/** Facts that earlier responses had given the client. */
interface Known {
  readonly productData: string | null
  readonly productId: string | null
  readonly hash: string | null
  readonly hashes: readonly string[]
  readonly accessToken: string | null
  readonly previous: Exchange | null
}

function whatWasKnown(exchange: Exchange, { exchanges, profile, step }: CorrectRequestContext): Known {
  const before = bySentAt(exchanges).filter(
    (other) => other.sentAtMs < exchange.sentAtMs && other !== exchange,
  )
  const procedure = before.filter(isProcedure)
  const start = procedure.findLastIndex((each, at) => startsAttempt(each, procedure[at - 1] ?? null, profile))
  const attempt = step === 1 ? [] : procedure.slice(Math.max(0, start))
  const issuers = attempt.filter((each) => profile.hash.refusalIssues || !isRefused(each, profile))
  const hashes = issuers.flatMap((each) => issuedHash(each, profile) ?? [])
  return {
    productData: attempt.flatMap((each) => productData(each) ?? []).at(-1) ?? null,
    productId: attempt.flatMap((each) => issuedProductId(each) ?? []).at(-1) ?? null,
    hash: hashes.at(-1) ?? null,
    hashes,
    accessToken: accessTokenAt(exchange, before, profile),
    previous: procedure.at(-1) ?? null,
  }
}

function productData(exchange: Exchange): string | null {
  if (exchange.request.method !== 'GET' || !isResponded(exchange)) return null
  const data = members(exchange.response?.body?.text ?? '')?.get('data')
  return data?.startsWith('{') ? data : null
}

/** The newest token that was issued and not refused since; else one that the service took; else the request's own. */
function accessTokenAt(exchange: Exchange, before: readonly Exchange[], profile: Profile): string | null {
  const refused = new Set(before.filter((each) => isRefused(each, profile)).map(bearerOf))
  const issued = before.filter((each) => each.channel === 'token').map(issuedToken)
  const taken = before.filter(isResponded).map(bearerOf)
  const candidates = [...[bearerOf(exchange)], ...taken, ...issued].filter((token) => token !== null)
  return candidates.findLast((token) => !refused.has(token) && !token.startsWith('[refresh_token')) ?? null
}

function bearerOf(exchange: Exchange): string | null {
  const value = headerValue(exchange.request.headers, 'authorization') ?? ''
  return /^bearer +(\S+) *$/i.exec(value)?.[1] ?? null
}

function issuedToken(exchange: Exchange): string | null {
  const json = parseJson(exchange.response?.body?.text ?? '')
  const token = json.ok ? property(json.value, 'access_token') : undefined
  return typeof token === 'string' && token !== '' ? token : null
}

/** undefined: cannot be derived; null: none is sent. */
function bodyOf(
  exchange: Exchange,
  { profile, step }: CorrectRequestContext,
  known: Known,
): string | null | undefined {
  if (step === 1 || step === 5) return null
  const sent = members(exchange.request.body?.text ?? '')
  if (step === 4) return situationBody(sent, profile)
  if (known.productData === null) return undefined
  return inOrderOf(sent, step === 2 ? known.productData : changedData(known.productData, sent, profile))
}

function situationBody(sent: ReadonlyMap<string, string> | null, { situation }: Profile): string {
  const own = sent?.get(situation.field)
  const isFree = situation.value === null && own !== undefined && /^["\d-]/.test(own) && own !== '""'
  const value = isFree ? own : JSON.stringify(situation.value ?? situation.sends)
  return `{${JSON.stringify(situation.field)}:${value}}`
}

function changedData(data: string, sent: ReadonlyMap<string, string> | null, { change }: Profile): string {
  const fields = members(data) ?? new Map<string, string>()
  const field = change.field === 'auto' ? freeField(fields, sent) : change.field
  const own = sent?.get(field)
  const isOwnText =
    change.text === null && own !== undefined && own.startsWith('"') && own !== fields.get(field)
  const value = isOwnText ? own : JSON.stringify(change.text ?? change.sends)
  return objectText([...new Map([...fields, [field, value]])])
}

/** The description where there is one, or where the client added it; else the field that the client changed; else the first text. */
function freeField(fields: ReadonlyMap<string, string>, sent: ReadonlyMap<string, string> | null): string {
  if (fields.has('descricao') || sent?.has('descricao')) return 'descricao'
  const names = [...fields.keys()]
  const changed = names.filter((name) => sent?.has(name) && sent.get(name) !== fields.get(name))
  const texts = names.filter((name) => fields.get(name)?.startsWith('"'))
  return (changed.length === 1 ? changed[0] : texts[0]) ?? names[0] ?? 'descricao'
}

/** Puts the members in the client's order, because order makes no difference. */
function inOrderOf(sent: ReadonlyMap<string, string> | null, text: string): string {
  const fields = members(text)
  if (!fields || !sent) return text
  const rank = [...sent.keys()]
  const place = (name: string) => (rank.includes(name) ? rank.indexOf(name) : rank.length)
  return objectText([...fields].sort(([a], [b]) => place(a) - place(b)))
}

function objectText(fields: readonly (readonly [string, string])[]): string {
  return `{${fields.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`
}

export function isTransportHeader(name: string): boolean {
  return /^(?:host|content-length|transfer-encoding|connection|keep-alive|expect)$/i.test(name)
}

function headersOf(
  exchange: Exchange,
  { profile }: CorrectRequestContext,
  known: Known,
  body: string | null,
): Header[] {
  const right = new Map<string, Header>()
  if (known.accessToken) right.set('authorization', ['Authorization', `Bearer ${known.accessToken}`])
  if (known.hash) right.set(profile.hash.header.toLowerCase(), [profile.hash.header, known.hash])
  if (body !== null) right.set('content-type', ['Content-Type', contentTypeOf(exchange)])
  const ruled = new Set(['authorization', profile.hash.header.toLowerCase(), 'content-type'])
  const kept = exchange.request.headers.flatMap(([name, value]): Header[] => {
    const lower = name.toLowerCase()
    const fixed = right.get(lower)
    right.delete(lower)
    if (ruled.has(lower)) return fixed ? [[name, fixed[1]]] : []
    return isTransportHeader(name) || carriesForeign(value, known) ? [] : [[name, value]]
  })
  return [...kept, ...right.values()]
}

/** A hash in another header than its own, or a version 2 key. */
function carriesForeign(value: string, { hashes }: Known): boolean {
  return value.includes('[api_key#') || hashes.some((hash) => hash.length >= 8 && value.includes(hash))
}

function contentTypeOf(exchange: Exchange): string {
  const own = headerValue(exchange.request.headers, 'content-type')
  return own && /^application\/json\b/i.test(own) ? own : 'application/json'
}
