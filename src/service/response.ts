import type { Channel, Header, LifeEvent } from '../exchange/exchange.js'
import type { StepNumber } from '../specification/homologation.js'
import type { RequirementId } from '../specification/requirements.js'

/** A request to the embedded service, independent of how it was transported. */
export interface ServiceRequest {
  readonly method: string
  /** Path with query, as it was sent. */
  readonly path: string
  /** With order, spelling and repetition as they were sent. */
  readonly headers: readonly Header[]
  /** null if none was sent. */
  readonly body: Uint8Array | null
}

/** How a response is sent to the client. Faults use it to cut, delay or garble responses; `deliver.ts` carries it out. */
export type Delivery =
  /**
   * The complete response, sent after `delayMs`. `isHeldBack` means that it comes so late that a client which leaves
   * earlier is not to blame.
   */
  | { readonly kind: 'whole'; readonly delayMs?: number; readonly isHeldBack?: true }
  /** `afterBytes` of the body, then the connection is reset; 0: reset before anything was sent. */
  | { readonly kind: 'reset'; readonly afterBytes: number }
  /** Nothing is sent, and the connection stays open. */
  | { readonly kind: 'hang' }
  /** The body is sent slowly. */
  | { readonly kind: 'drip'; readonly bytesPerSecond: number }
  /** `body`, then `chunk` again and again until the client disconnects, or until `declaredBytes` were sent. */
  | { readonly kind: 'endless'; readonly chunk: string; readonly declaredBytes?: number }
  /** These bytes are the whole response including its head; then the connection closes. */
  | { readonly kind: 'raw'; readonly bytes: Uint8Array }

export interface HttpResponse {
  readonly status: number
  readonly headers: readonly Header[]
  readonly body: string | Uint8Array | null
  readonly delivery: Delivery
}

/** A response with what the service knows about its request. */
export interface ServiceResponse extends HttpResponse {
  readonly channel: Channel
  /** Id of the application that the request's credentials belong to; null if they belong to none. */
  readonly session: string | null
  /** The step of the homologation that was addressed, else null. */
  readonly step: StepNumber | null
  /** Number of the session's run, counted from 1; null outside the homologation. */
  readonly run: number | null
  /** Requirements that the request broke, as far as the service checks them; the request may have succeeded all the same. */
  readonly breaches: readonly RequirementId[]
  /** The lifecycle event that caused a refusal; null if no event did. */
  readonly staged: LifeEvent | null
  /** Whether a fault changed it. */
  readonly isSpoilt: boolean
}

export const wholeDelivery: Delivery = { kind: 'whole' }

/** Headers that keep responses of the token address out of caches. RFC 6749 §5.1 */
export const noStore: readonly Header[] = [
  ['Cache-Control', 'no-store'],
  ['Pragma', 'no-cache'],
]

/** A response with a JSON body. */
export function json(status: number, value: unknown, headers: readonly Header[] = []): HttpResponse {
  return jsonText(status, JSON.stringify(value), headers)
}

export function jsonText(status: number, text: string, headers: readonly Header[] = []): HttpResponse {
  return withText(status, text, [['Content-Type', 'application/json'], ...headers])
}

/** 204, or another status that has no body. */
export function noContent(headers: readonly Header[] = [], status = 204): HttpResponse {
  return { status, headers, body: null, delivery: wholeDelivery }
}

export function html(status: number, text: string, headers: readonly Header[] = []): HttpResponse {
  return withText(status, text, [['Content-Type', 'text/html; charset=utf-8'], ...headers])
}

function withText(status: number, body: string, headers: readonly Header[]): HttpResponse {
  return { status, headers, body, delivery: wholeDelivery }
}

export function redirect(location: string, status = 302): HttpResponse {
  return noContent([['Location', location]], status)
}
