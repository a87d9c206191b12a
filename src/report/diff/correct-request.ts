import { type Exchange, type Header, headerValue } from '../../exchange/exchange.js'
import type { ProcedureRequest } from '../../rules/finding.js'
import { homologationStep, type StepNumber } from '../../specification/homologation.js'
import type { Profile } from '../../specification/profile.js'
import { parseMembers } from './pretty-json.js'

/** The request that a correct client would have sent in the place of one that failed. */
export interface CorrectRequest {
  readonly step: StepNumber
  readonly method: string
  readonly url: string
  /** The client's own headers, corrected, without those of the transport. */
  readonly headers: readonly Header[]
  readonly body: string | null
  /** Headers, in lower case, whose correct value is not known. */
  readonly unknownHeaders: readonly string[]
  /** Milliseconds since the run began. Sent earlier, it would break the minimum spacing; null if there is none. */
  readonly earliestMs: number | null
  /** Milliseconds since the run began. Sent later, it would break the maximum spacing; null if there is none. */
  readonly latestMs: number | null
}

export interface CorrectRequestContext {
  /** The requests of the run that count as one of the five steps, each with what the client knew when it sent the request. */
  readonly procedure: readonly ProcedureRequest[]
  /** The exchange whose response held the product data; null if none had come. */
  readonly data: Exchange | null
  readonly profile: Profile
  readonly baseUrl: string
  readonly step: StepNumber
}

/**
 * Derives the correct request from the requests of the procedure and from the profile. Returns null if they do not determine
 * it, because an identifier or the product data never arrived.
 */
export function correctRequest(exchange: Exchange, context: CorrectRequestContext): CorrectRequest | null {
  const { step, procedure } = context
  const request = procedure.find((one) => one.exchange === exchange.id)
  if (!request) return null
  const { productId, accessToken, earliestMs, latestMs } = request
  const { method, path } = homologationStep(step)
  const body = bodyOf(exchange, context)
  if (body === undefined) return null
  if (path.includes('{') && productId === null) return null
  return {
    step,
    method,
    body,
    earliestMs,
    latestMs,
    url: context.baseUrl.replace(/\/$/, '') + path.replace('{idProduto}', productId ?? ''),
    headers: headersOf(exchange, context, request, body),
    unknownHeaders: accessToken === null ? ['authorization'] : [],
  }
}

/** `{"id":7,…}` of a response with the body `{"data":{"id":7,…}}`, exactly as it was written. */
function productData(exchange: Exchange | null): string | null {
  const data = parseMembers(exchange?.response?.body?.text ?? '')?.get('data')
  return data?.startsWith('{') ? data : null
}

/**
 * The correct body; undefined if it cannot be derived. Step 1 (GET) and step 5 (DELETE) send none, which is null. Step 2 (POST)
 * sends the product data, step 3 (PUT) the same with one change, and step 4 (PATCH) the situation.
 */
function bodyOf(exchange: Exchange, context: CorrectRequestContext): string | null | undefined {
  const { profile, step, data } = context
  if (step === 1 || step === 5) return null
  const sent = parseMembers(exchange.request.body?.text ?? '')
  if (step === 4) return situationBody(sent, profile)
  const product = productData(data)
  if (product === null) return undefined
  return inOrderOf(sent, step === 2 ? product : changedData(product, sent, profile))
}

/** Members of a body by name, with the text of each value. */
type Members = ReadonlyMap<string, string>
/** A value as written in the body; undefined if the body lacks it. */
type Written = string | undefined

/** `{"situacao":"I"}`. If the profile accepts any text or number (`value` is null), the client's own one stays. */
function situationBody(sent: Members | null, { situation }: Profile): string {
  const { field, value, sends } = situation
  const own = sent?.get(field)
  const keepsOwn = value === null && (isText(own) || isNumber(own))
  return objectText([[field, keepsOwn ? own : JSON.stringify(value ?? sends)]])
}

/** The product data with the text of one field changed. */
function changedData(data: string, sent: Members | null, { change }: Profile): string {
  const fields = parseMembers(data) ?? new Map<string, string>()
  const field = change.field === 'auto' ? changedField(fields, sent) : change.field
  const text = changedText(fields.get(field), sent?.get(field), change)
  return objectText([...new Map([...fields, [field, text]])])
}

/** The new text of a field: that of the profile, else the client's own if it is a change, else the one that our own run sends. */
function changedText(before: Written, own: Written, { text, sends }: Profile['change']): string {
  if (text !== null) return JSON.stringify(text)
  if (isText(own) && own !== before) return own
  const isChange = before !== JSON.stringify(sends)
  return JSON.stringify(isChange ? sends : `${sends} 2`)
}

/** Whether the value is a text that is not blank. */
function isText(written: Written): written is string {
  return written?.startsWith('"') === true && JSON.parse(written).trim() !== ''
}

function isNumber(written: Written): written is string {
  return /^[\d-]/.test(written ?? '')
}

/**
 * The field to change if the profile leaves the choice to the client. The specification demands a change of the description,
 * which its own product does not have, so the rule also accepts a new description or another name.
 */
function changedField(fields: Members, sent: Members | null): string {
  if (fields.has('descricao') || sent?.has('descricao')) return 'descricao'
  const texts = [...fields.keys()].filter((name) => fields.get(name)?.startsWith('"'))
  if (texts.includes('nome')) return 'nome'
  // Without a name the rule accepts any text: the only one that the client changed, else we change the first.
  const changed = texts.filter((name) => sent?.has(name) && sent.get(name) !== fields.get(name))
  return (changed.length === 1 ? changed[0] : texts[0]) ?? 'descricao'
}

/** Puts the members in the client's order, so that a different order is not shown as a difference. */
function inOrderOf(sent: Members | null, text: string): string {
  const fields = parseMembers(text)
  if (!fields || !sent) return text
  const positions = new Map([...sent.keys()].map((name, i) => [name, i]))
  const positionOf = (name: string) => positions.get(name) ?? sent.size
  return objectText([...fields].sort(([a], [b]) => positionOf(a) - positionOf(b)))
}

function objectText(fields: readonly (readonly [string, string])[]): string {
  return `{${fields.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`
}

/** Headers that the HTTP library sets, not the application. */
export function isTransportHeader(name: string): boolean {
  return /^(?:host|content-length|transfer-encoding|connection|keep-alive|expect)$/i.test(name)
}

function headersOf(
  exchange: Exchange,
  { profile, step, procedure }: CorrectRequestContext,
  { accessToken, newestHash }: ProcedureRequest,
  body: string | null,
): Header[] {
  const hashHeader = profile.hash.header
  const required = new Map<string, Header>()
  // The response to step 1 issues the first hash.
  const hash = step === 1 ? null : newestHash
  if (accessToken) required.set('authorization', ['Authorization', `Bearer ${accessToken}`])
  if (hash) required.set(hashHeader.toLowerCase(), [hashHeader, hash])
  if (body !== null) required.set('content-type', ['Content-Type', contentTypeOf(exchange)])
  // A header that the specification names gets its correct value, or is left out if it is not due here.
  const specified = new Set(['authorization', 'content-type', hashHeader.toLowerCase()])
  const sent = exchange.request.headers.flatMap(([name, value]): Header[] => {
    const lower = name.toLowerCase()
    if (!specified.has(lower))
      return isTransportHeader(name) || isMisplaced(value, procedure) ? [] : [[name, value]]
    const correct = required.get(lower)
    required.delete(lower) // so that a repeated header is left out
    return correct ? [[name, correct[1]]] : []
  })
  // what the client did not send comes last
  return [...sent, ...required.values()]
}

/** A shorter hash may occur in any value by chance. */
const LEAST_HASH_CHARS = 8

/** Whether the value of another header contains a hash, or an API key of the service's old version 2 (masked as `[api_key#1]`). */
function isMisplaced(value: string, procedure: readonly ProcedureRequest[]): boolean {
  const isHash = ({ issuedHash: hash }: ProcedureRequest) =>
    hash !== null && hash.length >= LEAST_HASH_CHARS && value.includes(hash)
  return value.includes('[api_key#') || procedure.some(isHash)
}

function contentTypeOf(exchange: Exchange): string {
  const own = headerValue(exchange.request.headers, 'content-type')
  return own && /^application\/json\b/i.test(own) ? own : 'application/json'
}
