import { type Exchange, headerValue } from '../../exchange/exchange.js'
import { parseJson, property } from '../../exchange/json.js'
import type { StepNumber } from '../../specification/homologation.js'
import type { Profile } from '../../specification/profile.js'
import { isSuccess, refusesToken } from '../../specification/recognise.js'

/** Facts about the procedure for drawing it. Nothing here judges: verdicts come with the report. */

const procedurePath = /\/homologacao\/produtos(?:\/([^/?#]+))?(?:\/[^?#]*)?(?:[?#]|$)/

export function isProcedure(exchange: Exchange): boolean {
  return exchange.channel === 'service' && procedurePath.test(exchange.request.url)
}

/** Whether a run of the operation starts here: step 1, unless it only repeats a step 1 whose token was refused. */
export function startsAttempt(exchange: Exchange, previous: Exchange | null, profile: Profile): boolean {
  if (exchange.request.method !== 'GET' || !isProcedure(exchange)) return false
  return !(previous && previous.request.method === 'GET' && isRefused(previous, profile))
}

export function isRefused(exchange: Exchange, profile: Profile): boolean {
  const { response } = exchange
  return response !== null && refusesToken({ ...response, text: response.body?.text ?? null }, profile)
}

export function isResponded(exchange: Exchange): boolean {
  return exchange.response !== null && exchange.failure === null && isSuccess(exchange.response)
}

/** The hash that a response brought, or null. */
export function issuedHash(exchange: Exchange, profile: Profile): string | null {
  return exchange.response ? filled(headerValue(exchange.response.headers, profile.hash.header)) : null
}

/** The hash that a request carried in its header, or null. */
export function sentHash(exchange: Exchange, profile: Profile): string | null {
  return filled(headerValue(exchange.request.headers, profile.hash.header))
}

/** The identifier in a response to step 2, as written; null if there is none. */
export function issuedProductId(exchange: Exchange): string | null {
  if (exchange.request.method !== 'POST' || !isResponded(exchange)) return null
  const json = parseJson(exchange.response?.body?.text ?? '')
  if (!json.ok) return null
  const data = property(json.value, 'data')
  const candidates = [property(data, 'id'), property(data, 'idProduto'), data, property(json.value, 'id')]
  const id = candidates.find((one) => typeof one === 'number' || (typeof one === 'string' && one !== ''))
  return id === undefined ? null : String(id)
}

export function bySentAt(exchanges: readonly Exchange[]): Exchange[] {
  return [...exchanges].sort((a, b) => a.sentAtMs - b.sentAtMs)
}

/** The number of a step id such as `homologation/3`, or null. */
export function stepNumber(step: string | null): StepNumber | null {
  const match = /^homologation\/([1-5])$/.exec(step ?? '')
  return match ? (Number(match[1]) as StepNumber) : null
}

function filled(value: string | null): string | null {
  return value === null || value.trim() === '' ? null : value.trim()
}
