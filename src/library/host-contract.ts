import { createContractJudge } from '../judging/contract-judge.js'
import { observers } from '../rules/observers.js'
import type { UserSuite } from '../run/check-suite.js'
import { planContract } from '../run/contract/plan.js'
import { userSuite } from '../run/user-suite.js'
import { hostedPermissions, prepareHostedContract } from '../run/vitest/hosted-contract.js'
import { hostSuite } from '../run/vitest/vitest-host.js'
import { loadSettings } from '../settings/settings.js'
import { userAgent } from '../version.js'

/**
 * Turns suites of your own into vitest tests, one a step: against the service that the environment and `.env` name, reading
 * alone, or the embedded one.
 */
export async function hostContract(...suites: readonly UserSuite[]): Promise<void> {
  const loaded = await loadSettings({ flags: {}, env: process.env, cwd: process.cwd() })
  const settings = { ...loaded, tokenFolder: loaded.stateDir }
  const permissions = hostedPermissions(settings)
  const plan = planContract({ suites: suites.map((suite) => userSuite(suite)), selected: [], permissions })
  for (const suite of plan.suites) {
    hostSuite(suite, settings.baseUrl ?? 'the embedded service', () =>
      prepareHostedContract(suite, {
        settings,
        judge: (options) => createContractJudge({ ...options, observers }),
        userAgent,
      }),
    )
  }
}
