import type { Exchange } from '../exchange/exchange.js'
import { createMasker, type Masker, record } from '../exchange/masking.js'
import type { ForwardedExchange } from './forward.js'
import { type ProxyListener, type ProxyOptions, startProxy } from './proxy.js'
import { createChannelOf, toRawExchange } from './raw-exchange.js'

/** A proxy without a judge, and what it forwarded as it would be recorded. */
export async function startRecorded(
  options: Omit<ProxyOptions, 'onForwarded' | 'keptBodyBytes'> & {
    readonly masker?: Masker
    readonly keptBodyBytes?: number
  },
): Promise<{ readonly proxy: ProxyListener; readonly exchanges: Exchange[] }> {
  const { masker = createMasker(), keptBodyBytes = masker.maxBodyBytes, target } = options
  const exchanges: Exchange[] = []
  let recorded = Promise.resolve()
  const onForwarded = (forwarded: ForwardedExchange) => {
    recorded = recorded.then(async () => {
      const raw = await toRawExchange(forwarded, new URL(target).origin, createChannelOf(target, null))
      exchanges.push(record(raw, masker))
    })
  }
  return { proxy: await startProxy({ ...options, keptBodyBytes, onForwarded }), exchanges }
}
