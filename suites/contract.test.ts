import { createContractJudge } from '../src/judging/contract-judge.js'
import { observers } from '../src/rules/observers.js'
import { planContract, standingAlone } from '../src/run/contract/plan.js'
import { hostedPermissions, prepareHostedContract } from '../src/run/vitest/hosted-contract.js'
import { hostSuite } from '../src/run/vitest/vitest-host.js'
import { suitesKnown } from './index.js'
import { hostSettings } from './settings.js'

/** The contract of every resource, one test a step: `npx vitest --config vitest.suites.config.ts -t '\[paging'`. */
const settings = await hostSettings()
const permissions = hostedPermissions(settings)
const plan = planContract({ suites: suitesKnown(permissions.knowledge), selected: [], permissions })

for (const planned of plan.suites.filter(({ runsFirst }) => !runsFirst)) {
  const suite = standingAlone(planned, { permissions })
  hostSuite(suite, settings.baseUrl ?? 'the embedded service', () =>
    prepareHostedContract(suite, {
      settings,
      judge: (options) => createContractJudge({ ...options, observers }),
      userAgent: 'homologa',
    }),
  )
}
