import type { Socket } from 'node:net'
import type { buildConnector } from 'undici'

/** How undici asks for a socket; the one that is opening comes back at once. */
export type Dial = (options: buildConnector.Options, callback: buildConnector.Callback) => Socket

/**
 * Dials at once for the first who will ask. Where nothing came of it by then, or the other side has closed it or spoken unasked, it
 * is given up and dialled anew: nothing was sent over it.
 */
export function dialledFor(origin: string, dial: Dial): Dial {
  let outcome: Parameters<buildConnector.Callback> | null = null
  let taker: buildConnector.Callback | null = null
  let isSpoilt = false
  const early = dial(addressOf(origin), (...result) => {
    outcome = result
    taker?.(...result)
  })
  const spoil = () => {
    isSpoilt = true
  }
  for (const event of SPOILING) early.once(event, spoil)
  return (options, callback) => {
    for (const event of SPOILING) early.off(event, spoil)
    if (isSpoilt || taker !== null) {
      early.destroy()
      return dial(options, callback)
    }
    taker = callback
    const known = outcome
    // undici sends nothing over a socket that it is handed while it asks
    if (known !== null) queueMicrotask(() => callback(...known))
    return early
  }
}

const SPOILING = ['readable', 'error', 'close']

function addressOf(origin: string): buildConnector.Options {
  const { protocol, host, hostname, port } = new URL(origin)
  return { protocol, host, hostname: hostname.replace(/^\[|\]$/g, ''), port }
}
