import type { StepNumber } from '../../../src/specification/homologation.js'
import { brokenClient } from '../broken-client.js'
import type { Memory, Tools } from '../client.js'

type Own = Pick<Memory, 'hash' | 'product' | 'id'>

/** Two runs by turns, each with a memory of its own, both with one token. */
function byTurns(tools: Tools, take: (step: StepNumber) => void): void {
  const runs: Own[] = [1, 2].map(() => ({ hash: null, product: {}, id: '' }))
  for (const step of [1, 2, 3, 4, 5] as const) {
    for (const [i, own] of runs.entries()) {
      Object.assign(tools.memory, own)
      take(step)
      const { hash, product, id } = tools.memory
      runs[i] = { hash, product, id }
      tools.wait(2_005)
    }
  }
}

/** Two processes run the homologation at the same time. */
export default brokenClient({
  fault: 43,
  breaks: 'homologation/order',
  code: 'homologation/order:interleaved',
  broken: {
    service: { invalidateAt: 'never' },
    habits: { steps: [], finish: (tools) => byTurns(tools, tools.take) },
  },
  harmless: { service: { invalidateAt: 'never' } },
})
