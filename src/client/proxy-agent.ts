import type { Agent, Dispatcher, EnvHttpProxyAgent, Pool } from 'undici'
import type { Network, TlsOptions } from './network.js'

/** The parts of undici that a proxy needs. They are loaded only if a proxy is configured. */
export interface ProxyParts {
  readonly EnvHttpProxyAgent: typeof EnvHttpProxyAgent
  readonly Pool: typeof Pool
}

interface Way {
  readonly network: Network
  readonly tls: TlsOptions
  /** Milliseconds to connect. */
  readonly timeoutMs: number
}

/** Goes through the proxy of the environment, but for the hosts of `NO_PROXY`. */
export function agentThrough(parts: ProxyParts, way: Way, limits: Pool.Options): Dispatcher {
  const { network, tls, timeoutMs: timeout } = way
  return new parts.EnvHttpProxyAgent({
    ...limits,
    factory: (origin, options) => new parts.Pool(origin, { ...options, ...askedOnce(options) }),
    httpProxy: '',
    httpsProxy: network.proxy ?? '',
    noProxy: network.noProxy,
    connect: { timeout, ...tls },
    requestTls: tls,
    proxyTls: tls,
  })
}

/** A proxy that hangs up on a CONNECT is asked once: undici takes that for a passing fault, and asks again a thousand times a second. */
function askedOnce({ connect }: Agent.Options): Pick<Agent.Options, 'connect'> {
  if (typeof connect !== 'function') return {}
  return {
    connect: (options, callback) =>
      connect(options, (...[error, socket]) => {
        if (error === null) callback(null, socket)
        else callback(isHangUp(error) ? hungUp() : error, null)
      }),
  }
}

function isHangUp(error: NodeJS.ErrnoException): boolean {
  return error.code === 'UND_ERR_SOCKET'
}

function hungUp(): Error {
  return Object.assign(new Error('the proxy closed the connection'), { code: 'ECONNRESET' })
}
