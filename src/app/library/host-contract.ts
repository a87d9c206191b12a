import { createContractJudge } from '../../judging/contract-judge.js'
import { observers } from '../../rules/observers.js'
import type { UserSuite } from '../../run/check-suite.js'
import { planContract } from '../../run/contract/plan.js'
import { userSuite } from '../../run/user-suite.js'
import { hostedPermissions, prepareHostedContract } from '../../run/vitest/hosted-contract.js'
import { hostSuite } from '../../run/vitest/vitest-host.js'
import { loadSettings } from '../../settings/settings.js'
import { userAgent } from '../../settings/version.js'
import { langs } from '../../words/lang.js'
import { told } from './options.js'

/**
 * Turns suites of your own into vitest tests, one for each step. They run read-only against the service that the
 * environment and `.env` name, or against the embedded one.
 */
export async function hostContract(...suites: readonly UserSuite[]): Promise<void> {
  const lang = langs.find((one) => one === process.env.HOMOLOGA_LANG)
  const { settings, plan } = await told(async () => {
    const settings = await loadSettings({ flags: {}, env: process.env, cwd: process.cwd() })
    const permissions = hostedPermissions(settings)
    const checked = suites.map((suite) => userSuite(suite))
    return { settings, plan: planContract({ suites: checked, selected: [], permissions }) }
  }, lang)
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
