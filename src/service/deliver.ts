import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Failure, Header } from '../exchange/exchange.js'
import type { Delivery, HttpResponse } from './response.js'

/** How much of a response was sent; it changes until the connection closes. */
export interface Delivered {
  /** The headers that were sent, `Content-Length` included. */
  headers: readonly Header[]
  /** Bytes of the body that were sent. */
  sentBytes: number
  /** The failure that a fault caused on purpose, so that the response did not arrive whole. */
  failure: Failure | null
}

interface Sending {
  readonly res: ServerResponse
  readonly response: HttpResponse
  readonly delivered: Delivered
  /** Called for bytes that go to the socket past `res`, because no `finish` event follows them. */
  readonly onSent: () => void
}

type Deliverer<Kind extends Delivery['kind']> = (
  sending: Sending,
  delivery: Extract<Delivery, { kind: Kind }>,
) => void

/**
 * Sends a response as its `delivery` says: whole, slowly, cut off or not at all. Returns at once; timers end with the
 * response. For `onSent` see {@link Sending}.
 */
export function deliver(
  res: ServerResponse,
  response: HttpResponse,
  onSent: () => void = () => {},
): Delivered {
  const delivered: Delivered = { headers: response.headers, sentBytes: 0, failure: null }
  const send = deliverers[response.delivery.kind] as Deliverer<Delivery['kind']>
  send({ res, response, delivered, onSent }, response.delivery)
  return delivered
}

const deliverers: { readonly [Kind in Delivery['kind']]: Deliverer<Kind> } = {
  whole: (sending, { delayMs = 0, isHeldBack }) => {
    if (isHeldBack) noteTimeout(sending)
    if (delayMs === 0) sendWhole(sending)
    else later(sending.res, delayMs, () => sendWhole(sending))
  },

  hang: ({ delivered }) => {
    delivered.failure = { kind: 'timeout', message: 'the answer was withheld' }
  },

  reset: (sending, { afterBytes }) => {
    const { res, response, delivered } = sending
    const body = bytesOf(response)
    delivered.failure = { kind: 'reset', message: 'the connection was reset on purpose' }
    if (afterBytes === 0) {
      res.socket?.resetAndDestroy()
      return
    }
    writeHead(sending, body.length)
    delivered.sentBytes = Math.min(afterBytes, body.length)
    // a reset at once could discard bytes that are still on their way
    res.write(body.subarray(0, afterBytes), () => later(res, 20, () => res.socket?.resetAndDestroy()))
  },

  drip: (sending, { bytesPerSecond }) => {
    const { res, response, delivered } = sending
    const body = bytesOf(response)
    noteTimeout(sending)
    writeHead(sending, body.length)
    res.flushHeaders()
    drip(res, body, bytesPerSecond, delivered)
  },

  endless: (sending, { chunk, declaredBytes = null }) => {
    const { res, response, delivered } = sending
    const body = bytesOf(response)
    noteTimeout(sending)
    writeHead(sending, declaredBytes)
    res.write(body)
    delivered.sentBytes = body.length
    repeatChunk(res, Buffer.from(chunk), declaredBytes ?? Number.POSITIVE_INFINITY, delivered)
  },

  raw: ({ res, delivered, onSent }, { bytes }) => {
    delivered.failure = { kind: 'malformed', message: 'the bytes of the answer were written by hand' }
    delivered.sentBytes = bytes.length
    res.socket?.end(bytes, onSent)
  },
}

export function bytesOf({ body }: HttpResponse): Uint8Array {
  return typeof body === 'string' ? Buffer.from(body) : (body ?? new Uint8Array())
}

/** Records a time-out for a response that comes too slowly, until it has arrived all the same. */
function noteTimeout({ res, delivered }: Sending): void {
  delivered.failure = { kind: 'timeout', message: 'the answer was held back' }
  res.once('finish', () => {
    delivered.failure = null
  })
}

function sendWhole(sending: Sending): void {
  const { res, response, delivered } = sending
  const { body, status } = response
  const isBodiless = status === 204 || status === 304
  const sizeBytes = body === null ? 0 : Buffer.byteLength(body)
  delivered.sentBytes = sizeBytes
  if (isBodiless && sizeBytes > 0) {
    sendForbiddenBody(sending)
    return
  }
  writeHead(sending, isBodiless ? null : sizeBytes)
  res.end(body ?? undefined)
}

/** @param sizeBytes the declared length; null: none is declared */
function writeHead({ res, response, delivered }: Sending, sizeBytes: number | null): void {
  if (sizeBytes !== null) delivered.headers = [...response.headers, ['Content-Length', String(sizeBytes)]]
  // Node accepts pairs here, but its types have only flat lists
  res.writeHead(response.status, delivered.headers as unknown as string[])
}

/** Sends a body with a status that allows none. Node would leave it out, so the bytes go to the socket. */
function sendForbiddenBody({ res, response, delivered, onSent }: Sending): void {
  const body = bytesOf(response)
  delivered.headers = [...response.headers, ['Content-Length', String(body.length)], ['Connection', 'close']]
  res.socket?.end(Buffer.concat([Buffer.from(headText(response.status, delivered.headers)), body]), onSent)
}

/** Returns status line and headers as HTTP/1.1 writes them. */
export function headText(status: number, headers: readonly Header[]): string {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`
}

/** Sends the body slowly, in ten pieces a second. */
function drip(res: ServerResponse, body: Uint8Array, bytesPerSecond: number, delivered: Delivered): void {
  const pieceBytes = Math.max(1, Math.round(bytesPerSecond / 10))
  const next = () => {
    const piece = body.subarray(delivered.sentBytes, delivered.sentBytes + pieceBytes)
    if (piece.length === 0) return void res.end()
    res.write(piece)
    delivered.sentBytes += piece.length
    later(res, (1000 * pieceBytes) / bytesPerSecond, next)
  }
  next()
}

/** Repeats a chunk as fast as the client reads, so that unread bytes do not fill the memory. */
function repeatChunk(res: ServerResponse, chunk: Uint8Array, limitBytes: number, delivered: Delivered): void {
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

/** Calls `act` after a delay, unless the response has closed by then. */
function later(res: ServerResponse, delayMs: number, act: () => void): void {
  const timer = setTimeout(() => {
    res.removeListener('close', cancel)
    if (!res.destroyed) act()
  }, delayMs)
  const cancel = () => clearTimeout(timer)
  res.once('close', cancel)
}
