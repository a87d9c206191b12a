import type { SecureContext } from 'node:tls'
import { isThisMachine } from '../exchange/address.js'

/** How this machine reaches the service. Certificates are always checked, even if NODE_TLS_REJECT_UNAUTHORIZED is 0. */
export interface Network {
  /** Certificates of further authorities, PEM; null: those that Node brings. */
  readonly ca: string | null
  /** The proxy for https, `http://proxy.example:3128`; null: none. It sees the service's name, and nothing of what is said. */
  readonly proxy: string | null
  /** Hosts that are reached directly, as `NO_PROXY` has them. */
  readonly noProxy: string
}

export const directNetwork: Network = { ca: null, proxy: null, noProxy: '' }

/** Options with which a TLS connection is opened. */
export interface TlsOptions {
  readonly rejectUnauthorized: true
  readonly secureContext?: SecureContext
}

/** Authorities are added to Node's own; reading those takes a while, so it is done once. */
export async function tlsOptions({ ca }: Network): Promise<TlsOptions> {
  if (ca === null) return { rejectUnauthorized: true }
  const { createSecureContext, rootCertificates } = await import('node:tls')
  return { rejectUnauthorized: true, secureContext: createSecureContext({ ca: [...rootCertificates, ca] }) }
}

/** Whether requests to the origin may take the proxy; `NO_PROXY` is for the proxy's agent to read. */
export function takesProxy(origin: string, { proxy }: Network): boolean {
  const { hostname, protocol } = new URL(origin)
  return proxy !== null && protocol === 'https:' && !isThisMachine(hostname)
}
