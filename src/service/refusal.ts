import type { Header } from '../exchange/exchange.js'
import { headText } from './deliver.js'

/** A refusal at the level of HTTP, as it goes out and as it is recorded. */
export interface Refusal {
  readonly status: 400 | 408 | 431
  readonly headers: readonly Header[]
  readonly body: string
}

const statuses: Readonly<Record<string, 408 | 431>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}

/** `reason`: the parser's own code. */
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

export function refusalText({ status, headers, body }: Refusal): string {
  return headText(status, headers) + body
}
