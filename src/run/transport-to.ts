import type { Network } from '../client/network.js'
import type { Credentials } from '../client/token-source.js'
import { createTransport, type Transport } from '../client/transport.js'
import type { Clock } from '../clock.js'

/** A service, and how it is reached. */
interface Reached {
  readonly baseUrl: string
  readonly credentials: Credentials
  readonly timeoutMs?: number
  readonly network?: Network
  readonly originMs?: number
}

/** A transport that gives credentials to the service and its token address alone. */
export function transportTo(reached: Reached, clock: Clock): Transport {
  const { baseUrl, credentials, timeoutMs, network, originMs = clock.now() } = reached
  return createTransport({
    clock,
    originMs,
    credentialOrigins: [baseUrl, credentials.tokenUrl].flatMap((url) => (url === null ? [] : [url])),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(network && { network }),
  })
}
