import type { Channel, Header, LifeEvent } from '../exchange/exchange.js'
import type { StepNumber } from '../specification/homologation.js'
import type { RequirementId } from '../specification/requirements.js'

/** A request as the service reads it, independent of its transport. */
export interface ServiceRequest {
  readonly method: string
  /** Path with query, as it was sent. */
  readonly path: string
  /** Order, spelling and repetition kept. */
  readonly headers: readonly Header[]
  /** null where none was sent. */
  readonly body: Uint8Array | null
}

/** How a response reaches the client. A carrier that has no bytes (virtual time) may read it as plain data. */
export type Delivery =
  /**
   * The complete response, sent after `delayMs`. `isHeldBack` means that it comes so late that a client which leaves
   * earlier is not to blame.
   */
  | { readonly kind: 'whole'; readonly delayMs?: number; readonly isHeldBack?: true }
  /** `afterBytes` of the body, then the connection is reset; 0: reset before anything was sent. */
  | { readonly kind: 'reset'; readonly afterBytes: number }
  /** Never. */
  | { readonly kind: 'hang' }
  /** The body crawls. */
  | { readonly kind: 'drip'; readonly bytesPerSecond: number }
  /** `body`, then `chunk` again and again until the client leaves, or until `declaredBytes` were sent. */
  | { readonly kind: 'endless'; readonly chunk: string; readonly declaredBytes?: number }
  /** These bytes are the whole response including its head; then the connection closes. */
  | { readonly kind: 'raw'; readonly bytes: Uint8Array }
  /** Complete, without a declared length, in pieces of `chunkBytes`, `delayMs` between them. */
  | { readonly kind: 'chunked'; readonly chunkBytes: number; readonly delayMs?: number }

export interface HttpResponse {
  readonly status: number
  readonly headers: readonly Header[]
  readonly body: string | Uint8Array | null
  readonly delivery: Delivery
}

/** A response with what the service knows about its request. */
export interface ServiceResponse extends HttpResponse {
  readonly channel: Channel
  /** Id of the application that the request's credentials belong to; null where they belong to none. */
  readonly session: string | null
  /** The step of the homologation that was addressed, else null. */
  readonly step: StepNumber | null
  /** Number of the session's run, counted from 1; null outside the homologation. */
  readonly run: number | null
  /**
   * Requirements that the request broke, as far as the service checks them. They are noted even if the request
   * succeeded.
   */
  readonly breaches: readonly RequirementId[]
  /** The chosen event that the refusal comes of; null where the service would have responded so anyway. */
  readonly staged: LifeEvent | null
  /** Whether a fault changed it. */
  readonly isSpoilt: boolean
}

export const whole: Delivery = { kind: 'whole' }

const contentType = 'Content-Type'

/** A JSON body with its declaration. */
export function json(status: number, value: unknown, headers: readonly Header[] = []): HttpResponse {
  return jsonText(status, JSON.stringify(value), headers)
}

export function jsonText(status: number, text: string, headers: readonly Header[] = []): HttpResponse {
  return { status, headers: [[contentType, 'application/json'], ...headers], body: text, delivery: whole }
}

/** 204, or another status that has no body. */
export function noContent(headers: readonly Header[] = [], status = 204): HttpResponse {
  return { status, headers, body: null, delivery: whole }
}

export function html(status: number, text: string, headers: readonly Header[] = []): HttpResponse {
  return {
    status,
    headers: [[contentType, 'text/html; charset=utf-8'], ...headers],
    body: text,
    delivery: whole,
  }
}

export function redirect(location: string, status = 302): HttpResponse {
  return { status, headers: [['Location', location]], body: null, delivery: whole }
}
