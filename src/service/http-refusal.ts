import type { Header } from '../exchange/exchange.js'
import { headText } from './deliver.js'

/** The response to bytes that are no valid HTTP request; the service itself never sees those. */
export interface Refusal {
  readonly status: 400 | 408 | 431
  readonly headers: readonly Header[]
  readonly body: string
}

const statuses: Readonly<Record<string, 408 | 431>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}

/** @param reason the parser's code, such as `HPE_INVALID_METHOD` */
export function refusalFor(reason: string): Refusal {
  const body = JSON.stringify({
    error: { type: 'BAD_REQUEST', message: 'Requisição HTTP inválida', description: reason },
  })
  const headers: Header[] = [
    ['Content-Type', 'application/json'],
    ['Content-Length', String(Buffer.byteLength(body))],
    ['Connection', 'close'],
  ]
  return { status: statuses[reason] ?? 400, headers, body }
}

/** The refusal as the bytes that go to the socket. */
export function refusalText({ status, headers, body }: Refusal): string {
  return headText(status, headers) + body
}
