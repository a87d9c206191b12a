import type { Header } from './exchange.js'

/** A request that Node's parser refuses although it can be read: `fetch` leaves `patch` in small letters. It is recorded, with the status 400. */
export interface RefusedRequest {
  readonly method: string
  /** The path with query, as it was sent. */
  readonly target: string
  readonly headers: readonly Header[]
  /** The bytes that came together with the headers. Nothing more is read. */
  readonly body: Uint8Array
}

/** A request that cannot be recorded or graded: its bytes are not HTTP, or its host is wrong or missing. */
export interface MalformedRequest {
  /** The code of Node's parser (`HPE_INVALID_METHOD`), or `HOST_MISSING` or `HOST_FOREIGN`. */
  readonly reason: string
  /** The foreign host; null if that is not the reason. */
  readonly host: string | null
  /** The number of requests before it. */
  readonly after: number
}

/** Methods have three (`get`) to seven letters (`options`). Their case is checked later. */
const REQUEST_LINE = /^([A-Za-z]{3,7}) (\S+) HTTP\/1\.[01]$/
const MAX_HEAD_BYTES = 65_536
/** Makes one character of each byte. */
const latin1 = new TextDecoder('latin1')

/** Reads a request whose method is not in capitals; null if the bytes are no complete head of such a request. */
export function readRefusedRequest(packet: Uint8Array): RefusedRequest | null {
  const text = latin1.decode(packet.subarray(0, MAX_HEAD_BYTES))
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return null
  const [first = '', ...lines] = text.slice(0, end).split('\r\n')
  const [, method, target] = REQUEST_LINE.exec(first) ?? []
  if (method === undefined || target === undefined || method === method.toUpperCase()) return null
  const headers = lines.map((line): Header => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
  })
  return { method, target, headers, body: packet.subarray(end + 4) }
}
