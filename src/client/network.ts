import type { SecureContext } from 'node:tls'
import type { Agent, Dispatcher, EnvHttpProxyAgent, Pool } from 'undici'
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

/** The parts of undici that a proxy needs. They are loaded only if a proxy is configured. @internal */
export interface ProxyParts {
  readonly EnvHttpProxyAgent: typeof EnvHttpProxyAgent
  readonly Pool: typeof Pool
}

/** @internal */
interface ProxyRoute {
  readonly network: Network
  readonly tls: TlsOptions
  /** Milliseconds to connect. */
  readonly timeoutMs: number
}

/** Goes through the proxy of the environment, but for the hosts of `NO_PROXY`. @internal */
export function createProxyAgent(parts: ProxyParts, way: ProxyRoute, limits: Pool.Options): Dispatcher {
  const { network, tls, timeoutMs: timeout } = way
  return new parts.EnvHttpProxyAgent({
    ...limits,
    factory: (origin, options) => new parts.Pool(origin, { ...options, ...connectOnce(options) }),
    httpProxy: '',
    httpsProxy: network.proxy ?? '',
    noProxy: network.noProxy,
    connect: { timeout, ...tls },
    requestTls: tls,
    proxyTls: tls,
  })
}

/** A proxy that hangs up on a CONNECT is asked once: undici takes that for a passing fault, and asks again a thousand times a second. */
function connectOnce({ connect }: Agent.Options): Pick<Agent.Options, 'connect'> {
  if (typeof connect !== 'function') return {}
  return {
    connect: (options, callback) =>
      connect(options, (...[error, socket]) => {
        if (error === null) callback(null, socket)
        else callback((error as NodeJS.ErrnoException).code === 'UND_ERR_SOCKET' ? hungUp : error, null)
      }),
  }
}

const hungUp = Object.assign(new Error('the proxy closed the connection'), { code: 'ECONNRESET' })
