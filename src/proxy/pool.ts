import type { Socket } from 'node:net'
import type { buildConnector, Dispatcher } from 'undici'
import { AnswerStream } from '../client/answer-stream.js'
import { type Network, takesProxy, tlsOptions } from '../client/network.js'
import { agentThrough } from '../client/proxy-agent.js'
import { headerPairs } from '../exchange/raw-headers.js'
import type { RawHeaders } from './headers.js'

export interface PoolOptions {
  readonly network: Network
  /** Milliseconds to connect. */
  readonly connectTimeoutMs: number
  /** At most so many. */
  readonly connections: number
}

/** Connections to one service. */
export interface ServicePool {
  readonly dispatcher: Dispatcher
  /** Headers as the dispatcher passes them on, each of repeated ones. */
  headersOf(raw: string[]): NonNullable<Dispatcher.DispatchOptions['headers']>
}

/** Goes through the proxy of the environment where there is one; certificates are always checked. */
export async function poolTo(origin: string, options: PoolOptions): Promise<ServicePool> {
  const { network, connectTimeoutMs: timeoutMs, connections } = options
  const undici = await import('undici')
  const tls = await tlsOptions(network)
  const limits = { connections, pipelining: 1, headersTimeout: 0, bodyTimeout: 0, maxHeaderSize: 262_144 }
  if (!takesProxy(origin, network)) {
    const connector = undici.buildConnector({ timeout: timeoutMs, ...tls })
    const connect: buildConnector.connector = (to, callback) => {
      new AnswerStream(connector(to, callback) as unknown as Socket)
    }
    const dispatcher = new undici.Pool(origin, { ...limits, connect })
    return { dispatcher, headersOf: (raw) => raw }
  }
  const dispatcher = agentThrough(undici, { network, tls, timeoutMs }, limits)
  return { dispatcher, headersOf: iterable }
}

/** undici's agent for proxies makes a record of an array, in which the last of repeated headers wins. */
function iterable(raw: RawHeaders): Iterable<[string, string]> {
  return new Set(headerPairs(raw).map(([name, value]): [string, string] => [name, value]))
}
