import { isThisMachine } from '../exchange/address.js'
import type { Header } from '../exchange/exchange.js'
import { FixableError } from './fixable-error.js'

/** A plain http address that is not this machine. Nothing was sent. §Authentication 1 */
export class InsecureAddressError extends FixableError {
  constructor(address: string) {
    super('client.insecure-address', { address })
  }
}

/** Credentials were about to leave for an origin they are not meant for. Nothing was sent. */
export class ForeignOriginError extends FixableError {
  constructor(origin: string, allowed: readonly string[]) {
    super('client.foreign-origin', { origin, allowed: allowed.map((one) => `"${one}"`).join(', ') })
  }
}

/**
 * The address, if it may be called at all.
 *
 * @throws InsecureAddressError where it is neither https nor this machine
 */
export function safeAddress(url: string): URL {
  const address = new URL(url)
  const isPlain = address.protocol === 'http:' && isThisMachine(address.hostname)
  if (address.protocol !== 'https:' && !isPlain) throw new InsecureAddressError(address.origin)
  return address
}

/** Whether a request shows who we are: in a header, or in the form of a token request. */
export function carriesCredentials(headers: readonly Header[], body: Uint8Array | null): boolean {
  if (headers.some(([name]) => CREDENTIAL_HEADERS.has(name.toLowerCase()))) return true
  return body !== null && CREDENTIAL_FIELDS.test(Buffer.from(body).toString('latin1'))
}

const CREDENTIAL_HEADERS = new Set(['authorization', 'proxy-authorization', 'cookie', 'x-api-key'])
const CREDENTIAL_FIELDS = /(?:^|[&{,\s])"?(?:refresh_token|client_secret|code_verifier)"?\s*[=:]/
