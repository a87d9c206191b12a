import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Failure, Header } from '../exchange/exchange.js'
import type { Delivery, HttpResponse } from './response.js'

/** How far a response got; it changes until the response closes. */
export interface Delivered {
  /** Headers as they were handed over. */
  headers: readonly Header[]
  /** Bytes of the body. */
  sentBytes: number
  /** The deliberate failure that kept the response from arriving whole. */
  failure: Failure | null
}

/** One response on its way to the client. */
interface Parcel {
  readonly res: ServerResponse
  readonly response: HttpResponse
  readonly body: Uint8Array
  readonly delivered: Delivered
  readonly left: () => void
}

type Carrier<Kind extends Delivery['kind']> = (
  parcel: Parcel,
  delivery: Extract<Delivery, { kind: Kind }>,
) => void

const encoder = new TextEncoder()

/**
 * Sends the response in the way that it asks for. Returns at once; timers end with the response. `left` is called
 * after bytes that bypass the response have been sent, because no `finish` event follows them.
 */
export function deliver(res: ServerResponse, response: HttpResponse, left: () => void = () => {}): Delivered {
  const delivered: Delivered = { headers: response.headers, sentBytes: 0, failure: null }
  const { delivery } = response
  if (delivery.kind === 'whole' && !delivery.delayMs) {
    sendWhole(res, response, delivered, left)
    return delivered
  }
  const body =
    typeof response.body === 'string' ? encoder.encode(response.body) : (response.body ?? new Uint8Array())
  const carry = carriers[delivery.kind] as Carrier<Delivery['kind']>
  carry({ res, response, body, delivered, left }, delivery)
  return delivered
}

const carriers: { readonly [Kind in Delivery['kind']]: Carrier<Kind> } = {
  whole: ({ res, response, delivered, left }, { delayMs = 0, isHeldBack }) => {
    if (isHeldBack) holdBack(res, delivered)
    later(res, delayMs, () => sendWhole(res, response, delivered, left))
  },

  hang: ({ delivered }) => {
    delivered.failure = { kind: 'timeout', message: 'the answer was withheld' }
  },

  reset: ({ res, response, body, delivered }, { afterBytes }) => {
    delivered.failure = { kind: 'reset', message: 'the connection was reset on purpose' }
    if (afterBytes === 0) {
      res.socket?.resetAndDestroy()
      return
    }
    writeHead(res, response, delivered, body.length)
    delivered.sentBytes = Math.min(afterBytes, body.length)
    res.write(body.subarray(0, afterBytes), () => later(res, 20, () => res.socket?.resetAndDestroy()))
  },

  drip: ({ res, response, body, delivered }, { bytesPerSecond }) => {
    holdBack(res, delivered)
    writeHead(res, response, delivered, body.length)
    res.flushHeaders()
    const pieceBytes = Math.max(1, Math.round(bytesPerSecond / 10))
    inPieces(res, body, { pieceBytes, delayMs: (1000 * pieceBytes) / bytesPerSecond }, delivered)
  },

  chunked: ({ res, response, body, delivered }, { chunkBytes, delayMs = 0 }) => {
    writeHead(res, response, delivered, null)
    inPieces(res, body, { pieceBytes: Math.max(1, chunkBytes), delayMs }, delivered)
  },

  endless: ({ res, response, body, delivered }, { chunk, declaredBytes = null }) => {
    holdBack(res, delivered)
    writeHead(res, response, delivered, declaredBytes)
    res.write(body)
    delivered.sentBytes = body.length
    pour(res, encoder.encode(chunk), declaredBytes ?? Number.POSITIVE_INFINITY, delivered)
  },

  raw: ({ res, delivered, left }, { bytes }) => {
    delivered.failure = { kind: 'malformed', message: 'the bytes of the answer were written by hand' }
    delivered.sentBytes = bytes.length
    res.socket?.end(bytes, left)
  },
}

/** A client that disconnects before the end was prevented from reading it, unless it had arrived. */
function holdBack(res: ServerResponse, delivered: Delivered): void {
  delivered.failure = { kind: 'timeout', message: 'the answer was held back' }
  res.once('finish', () => {
    delivered.failure = null
  })
}

function sendWhole(
  res: ServerResponse,
  response: HttpResponse,
  delivered: Delivered,
  left: () => void,
): void {
  const { body, status } = response
  const isBodiless = status === 204 || status === 304
  const sizeBytes = body === null ? 0 : typeof body === 'string' ? Buffer.byteLength(body) : body.length
  delivered.sentBytes = sizeBytes
  if (isBodiless && sizeBytes > 0) {
    sendForbiddenBody(res, response, delivered, left)
    return
  }
  writeHead(res, response, delivered, isBodiless ? null : sizeBytes)
  if (body === null) res.end()
  else res.end(body)
}

function writeHead(
  res: ServerResponse,
  response: HttpResponse,
  delivered: Delivered,
  sizeBytes: number | null,
): void {
  if (sizeBytes !== null) delivered.headers = [...response.headers, ['Content-Length', String(sizeBytes)]]
  // Node takes pairs here, though its types know flat lists only.
  res.writeHead(response.status, delivered.headers as unknown as string[])
}

/** A body where HTTP allows none: Node would leave it out, so the bytes go to the socket. */
function sendForbiddenBody(
  res: ServerResponse,
  response: HttpResponse,
  delivered: Delivered,
  left: () => void,
): void {
  const body = Buffer.from(response.body ?? '')
  delivered.headers = [...response.headers, ['Content-Length', String(body.length)], ['Connection', 'close']]
  res.socket?.end(Buffer.concat([Buffer.from(headText(response.status, delivered.headers)), body]), left)
}

/** Status line and headers, as HTTP/1.1 writes them. */
export function headText(status: number, headers: readonly Header[]): string {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`
}

function inPieces(
  res: ServerResponse,
  body: Uint8Array,
  { pieceBytes, delayMs }: { readonly pieceBytes: number; readonly delayMs: number },
  delivered: Delivered,
): void {
  const next = () => {
    const piece = body.subarray(delivered.sentBytes, delivered.sentBytes + pieceBytes)
    if (piece.length === 0) return void res.end()
    res.write(piece)
    delivered.sentBytes += piece.length
    if (delayMs === 0) next()
    else later(res, delayMs, next)
  }
  next()
}

/** Writes as fast as the client reads, and no faster: what is not read waits in no memory. */
function pour(res: ServerResponse, chunk: Uint8Array, limitBytes: number, delivered: Delivered): void {
  const next = () => {
    if (res.destroyed) return
    if (delivered.sentBytes >= limitBytes) return void res.end()
    const piece = chunk.subarray(0, limitBytes - delivered.sentBytes)
    delivered.sentBytes += piece.length
    if (res.write(piece)) setImmediate(next)
    else res.once('drain', next)
  }
  next()
}

function later(res: ServerResponse, delayMs: number, act: () => void): void {
  const timer = setTimeout(() => {
    res.removeListener('close', cancel)
    if (!res.destroyed) act()
  }, delayMs)
  const cancel = () => clearTimeout(timer)
  res.once('close', cancel)
}
