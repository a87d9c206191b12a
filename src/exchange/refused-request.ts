import type { Header } from './exchange.js'

/** A request that Node's parser refuses, as far as it can be read all the same. */
export interface RefusedRequest {
  readonly method: string
  /** As written. */
  readonly target: string
  readonly headers: readonly Header[]
  readonly body: Uint8Array
}

/** A request that is not graded: its bytes are not HTTP, or its host is wrong or missing. */
export interface Unread {
  /** The parser's own code: `HPE_INVALID_METHOD`; or `HOST_MISSING`, `HOST_FOREIGN`. */
  readonly reason: string
  /** The foreign one that was asked for; null: none. */
  readonly host: string | null
  /** How many requests came before. */
  readonly after: number
}

const REQUEST_LINE = /^([A-Za-z]{3,7}) (\S+) HTTP\/1\.[01]$/
const LONGEST_HEAD = 65_536
/** A character a byte. */
const latin1 = new TextDecoder('latin1')

/**
 * Reads a request that the parser rejected because its method is not in capitals. Some services accept it, and its
 * sender wants to know at which step it happened. null if the bytes are no whole head of a request.
 */
export function readRefusedRequest(packet: Uint8Array): RefusedRequest | null {
  const text = latin1.decode(packet.subarray(0, LONGEST_HEAD))
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
