import type { Exchange, Header } from '../../exchange/exchange.js'
import { headerValue } from '../../exchange/exchange.js'
import type { ProcedureRequest } from '../../rules/finding.js'
import { homologationStep, type StepNumber } from '../../specification/homologation.js'
import type { Profile } from '../../specification/profile.js'
import { members } from './pretty-json.js'

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
  readonly procedure: readonly ProcedureRequest[]
  /** The exchange that brought the product data, where one had. */
  readonly data: Exchange | null
  readonly profile: Profile
  readonly baseUrl: string
  readonly step: StepNumber
}

/**
 * Derives the correct request from what the judge saw of the procedure and from the profile. Returns null where that does not
 * decide it: an identifier or product data that never arrived.
 */
export function correctRequest(exchange: Exchange, context: CorrectRequestContext): CorrectRequest | null {
  const { step, procedure } = context
  const at = procedure.findIndex((one) => one.exchange === exchange.id)
  const known = procedure[at]
  if (!known) return null
  const { productId, accessToken, earliestMs, latestMs } = known
  const { method, path } = homologationStep(step)
  const body = bodyOf(exchange, context)
  if ((path.includes('{') && productId === null) || body === undefined) return null
  return {
    step,
    method,
    body,
    earliestMs,
    latestMs,
    url: context.baseUrl.replace(/\/$/, '') + path.replace('{idProduto}', productId ?? ''),
    headers: headersOf(exchange, context, known, body),
    unknownHeaders: accessToken === null ? ['authorization'] : [],
  }
}

/** The data of a product as the text of its response. */
function productData(response: Exchange | null): string | null {
  const data = members(response?.response?.body?.text ?? '')?.get('data')
  return data?.startsWith('{') ? data : null
}

/** undefined: cannot be derived; null: none is sent. */
function bodyOf(
  exchange: Exchange,
  { profile, step, data }: CorrectRequestContext,
): string | null | undefined {
  if (step === 1 || step === 5) return null
  const sent = members(exchange.request.body?.text ?? '')
  if (step === 4) return situationBody(sent, profile)
  const product = productData(data)
  if (product === null) return undefined
  return inOrderOf(sent, step === 2 ? product : changedData(product, sent, profile))
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
  { profile, step, procedure }: CorrectRequestContext,
  { accessToken, newestHash }: ProcedureRequest,
  body: string | null,
): Header[] {
  const right = new Map<string, Header>()
  const hash = step === 1 ? null : newestHash
  if (accessToken) right.set('authorization', ['Authorization', `Bearer ${accessToken}`])
  if (hash) right.set(profile.hash.header.toLowerCase(), [profile.hash.header, hash])
  if (body !== null) right.set('content-type', ['Content-Type', contentTypeOf(exchange)])
  const ruled = new Set(['authorization', profile.hash.header.toLowerCase(), 'content-type'])
  const kept = exchange.request.headers.flatMap(([name, value]): Header[] => {
    const lower = name.toLowerCase()
    const fixed = right.get(lower)
    right.delete(lower)
    if (ruled.has(lower)) return fixed ? [[name, fixed[1]]] : []
    return isTransportHeader(name) || carriesForeign(value, procedure) ? [] : [[name, value]]
  })
  return [...kept, ...right.values()]
}

/** A hash in another header than its own, or a version 2 key. */
function carriesForeign(value: string, procedure: readonly ProcedureRequest[]): boolean {
  const isHash = ({ issuedHash: hash }: ProcedureRequest) =>
    hash !== null && hash.length >= 8 && value.includes(hash)
  return value.includes('[api_key#') || procedure.some(isHash)
}

function contentTypeOf(exchange: Exchange): string {
  const own = headerValue(exchange.request.headers, 'content-type')
  return own && /^application\/json\b/i.test(own) ? own : 'application/json'
}
