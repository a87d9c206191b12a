import { homologation } from '../../../suites/homologation.js'
import { createVirtualClock } from '../../../test/rehearsal/virtual-clock.js'
import type { Exchange } from '../../exchange/exchange.js'
import type { Finding, Judgement } from '../../rules/finding.js'
import { loadCatalogue } from '../../words/catalogue.js'
import { hostSuite } from './vitest-host.js'

/** Run by vitest-host.test.ts in a vitest of its own: step 3 has a finding, steps 4 and 5 are not reached. */
const finding: Finding = {
  requirement: 'homologation/order',
  code: 'homologation/order:left-out',
  values: { left: 2, step: 3, before: 1 },
  severity: 'error',
  blame: 'service',
  step: 'homologation/3',
  route: null,
  exchange: null,
  consequenceOf: null,
  fingerprint: 'f',
}

const judged = (ended: boolean): Judgement => ({
  verdict: ended ? 'fail' : 'incomplete',
  cause: finding,
  steps: [],
  findings: [finding],
  readings: [],
  coverage: { requirements: { tested: [], untested: [] }, routes: { exercised: [], notExercised: [] } },
})

hostSuite(homologation, 'nobody', async () => ({
  lang: 'en',
  words: await loadCatalogue('en'),
  async run(_onExchange, onEvent) {
    const clock = createVirtualClock()
    for (const step of ['homologation/1', 'homologation/2', 'homologation/3']) {
      onEvent({ kind: 'sending', step })
      await clock.sleep(1)
    }
    const reason = { code: 'no-success', step: 'homologation/3', status: 404 } as const
    onEvent({ kind: 'not-reached', step: 'homologation/4', reason })
    onEvent({ kind: 'not-reached', step: 'homologation/5', reason })
    return { stopped: reason, repeats: 0, succeeded: ['homologation/1', 'homologation/2'], captures: {} }
  },
  record: (raw) => raw as unknown as Exchange,
  judge: (_exchanges, ended) => judged(ended),
  close: async () => undefined,
}))
