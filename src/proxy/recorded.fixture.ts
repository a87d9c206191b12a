import type { Exchange } from '../exchange/exchange.js'
import { createMasker, type Masker, record } from '../exchange/masking.js'
import { Packer, unpack } from './packer.js'
import type { Passed } from './passed.js'
import { type ProxyListener, type ProxyOptions, startProxy } from './proxy.js'
import { rawOf, wayTo } from './raw-of-passed.js'

/** A proxy alone, and what passed as it would be recorded. */
export async function startRecorded(
  options: Omit<ProxyOptions, 'onPassed' | 'keptBodyBytes'> & {
    readonly masker?: Masker
    readonly keptBodyBytes?: number
  },
): Promise<{ readonly proxy: ProxyListener; readonly exchanges: Exchange[] }> {
  const { masker = createMasker(), keptBodyBytes = masker.maxBodyBytes } = options
  const exchanges: Exchange[] = []
  const packer = new Packer()
  const way = wayTo(options.target, null)
  const onPassed = async (passed: Passed) => {
    packer.add(passed)
    for (const one of unpack(packer.take())) exchanges.push(record(await rawOf(one, way), masker))
  }
  return { proxy: await startProxy({ ...options, keptBodyBytes, onPassed }), exchanges }
}
