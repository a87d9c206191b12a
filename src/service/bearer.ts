import { type Header, headerValue } from '../exchange/exchange.js'

/** The token of `Authorization: Bearer …`, or null. §Authentication 2 */
export function bearerOf(headers: readonly Header[]): string | null {
  const value = headerValue(headers, 'authorization')
  return value !== null && /^bearer /i.test(value) ? value.slice(7).trim() : null
}
