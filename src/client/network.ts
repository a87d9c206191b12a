import type { SecureContext } from 'node:tls'
import type { Agent, Dispatcher, Pool } from 'undici'
import { isThisMachine } from '../exchange/address.js'
import { codeOf } from '../node/thrown.js'

/** How this machine reaches the service. Certificates are always checked, even if NODE_TLS_REJECT_UNAUTHORIZED is 0. */
export interface Network {
  /** Certificates of additional authorities as PEM; null if those of Node are enough. */
  readonly ca: string | null
  /** The proxy for https: `http://proxy.example:3128`; null if there is none. It sees the name of the service, but no content. */
  readonly proxy: string | null
  /** Hosts that are reached without the proxy, in the form of the variable `NO_PROXY`. */
  readonly noProxy: string
}

export const directNetwork: Network = { ca: null, proxy: null, noProxy: '' }

/** Options of Node for a TLS connection. */
export interface TlsOptions {
  readonly rejectUnauthorized: true
  readonly secureContext?: SecureContext
}

/** Adds the authorities to Node's own. Loading those takes a while, so call it once. */
export async function tlsOptions({ ca }: Network): Promise<TlsOptions> {
  if (ca === null) return { rejectUnauthorized: true }
  const { createSecureContext, rootCertificates } = await import('node:tls')
  return { rejectUnauthorized: true, secureContext: createSecureContext({ ca: [...rootCertificates, ca] }) }
}

/** Whether requests to the origin go through the proxy. The agent of undici applies `NO_PROXY` later. */
export function usesProxy(origin: string, network: Network): network is Network & { readonly proxy: string } {
  const { hostname, protocol } = new URL(origin)
  return network.proxy !== null && protocol === 'https:' && !isThisMachine(hostname)
}

/** Creates an agent of undici that uses the proxy, except for the hosts of `NO_PROXY`. `timeoutMs` limits connecting. @internal */
export function createProxyAgent(
  undici: Pick<typeof import('undici'), 'EnvHttpProxyAgent' | 'Pool'>,
  { network, tls, timeoutMs: timeout }: { network: Network; tls: TlsOptions; timeoutMs: number },
  limits: Pool.Options,
): Dispatcher {
  return new undici.EnvHttpProxyAgent({
    ...limits,
    factory: (origin, options) => new undici.Pool(origin, { ...options, ...connectOnce(options) }),
    httpProxy: '', // plain http goes only to this machine
    httpsProxy: network.proxy ?? '',
    noProxy: network.noProxy,
    connect: { timeout, ...tls },
    requestTls: tls,
    proxyTls: tls,
  })
}

/** Tries to connect once. After `UND_ERR_SOCKET`, as when the proxy hangs up during CONNECT, undici would try again a thousand times a second. */
function connectOnce({ connect }: Agent.Options): Pick<Agent.Options, 'connect'> {
  if (typeof connect !== 'function') return {}
  return {
    connect: (options, callback) =>
      connect(options, (...[error, socket]) => {
        if (error === null) callback(null, socket)
        else callback(codeOf(error) === 'UND_ERR_SOCKET' ? closedByProxy : error, null)
      }),
  }
}

const closedByProxy = Object.assign(new Error('the proxy closed the connection'), { code: 'ECONNRESET' })
