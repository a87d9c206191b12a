import { isThisMachine } from '../exchange/address.js'
import type { Header } from '../exchange/exchange.js'
import { FixableError } from './fixable-error.js'

/** The address uses plain http and is not this machine, so nothing was sent. §Authentication 1 */
export class InsecureAddressError extends FixableError {
  constructor(address: string) {
    super('client.insecure-address', { address })
  }
}

/** The request carries credentials, and its origin is not one of those that may get them, so nothing was sent. */
export class ForeignOriginError extends FixableError {
  constructor(origin: string, allowed: readonly string[]) {
    super('client.foreign-origin', { origin, allowed: allowed.map((name) => `"${name}"`).join(', ') })
  }
}

/** Parses an address to which a request may be sent. @throws InsecureAddressError if it is neither https nor this machine */
export function safeAddress(url: string): URL {
  const address = new URL(url)
  const isLocal = address.protocol === 'http:' && isThisMachine(address.hostname)
  if (address.protocol !== 'https:' && !isLocal) throw new InsecureAddressError(address.origin)
  return address
}

/** Whether a request carries credentials, in a header or in the form of a token request. */
export function carriesCredentials(headers: readonly Header[], body: Uint8Array | null): boolean {
  if (headers.some(([name]) => CREDENTIAL_HEADERS.has(name.toLowerCase()))) return true
  return body !== null && CREDENTIAL_FIELDS.test(Buffer.from(body).toString('latin1'))
}

const CREDENTIAL_HEADERS = new Set(['authorization', 'proxy-authorization', 'cookie', 'x-api-key'])
/** `client_secret=` in a form, `"refresh_token":` in JSON */
const CREDENTIAL_FIELDS = /(?:^|[&{,\s])"?(?:refresh_token|client_secret|code_verifier)"?\s*[=:]/
