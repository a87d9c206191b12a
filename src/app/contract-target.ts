import { createTokenStore } from '../client/token-store.js'
import type { Masker } from '../exchange/masking.js'
import type { Account } from '../run/account.js'
import { createLedger, type LedgerHeader, memoryLedger } from '../run/contract/ledger.js'
import { wordsOf } from '../run/contract/permissions.js'
import { ContractInputError } from '../run/input-error.js'
import { SettingsError } from '../words/errors.js'
import type { ContractOptions, Intent } from './contract-plan.js'
import { watchedFaults } from './embedded.js'
import { accountLock, type Invocation, refuseWithoutToken } from './invocation.js'
import type { KeptRun } from './kept-run.js'
import { embeddedTarget, liveTarget, type Target } from './target.js'

type Contract = Invocation<ContractOptions>

/** `--target docs-test` names the test address of the interface reference; null: the embedded service. */
export function liveUrlOf({ options, settings }: Contract): string | null {
  if (options.target === 'live' && settings.baseUrl === null) throw new SettingsError('settings.target-live')
  if (options.target !== 'docs-test') return settings.baseUrl
  if (settings.docsTestUrl === null) throw new ContractInputError('contract.error.no-docs-test-url', {})
  return settings.docsTestUrl
}

/** @throws SettingsError where a live service is named and no token is at hand */
export async function targetOf(invocation: Contract, baseUrl: string | null): Promise<Target> {
  if (baseUrl === null) return servedTarget(invocation)
  const { credentials } = invocation.settings
  refuseWithoutToken(credentials)
  return liveTarget(baseUrl, credentials)
}

async function servedTarget({ settings, options, tell }: Contract): Promise<Target> {
  const { seed } = options
  const { faults, tellIdle } = await watchedFaults(options)
  const target = await embeddedTarget({
    ...{ profile: settings.profile, invalidateAt: 'never', faults, seed },
  })
  return {
    ...target,
    async close() {
      tellIdle(tell)
      await target.close()
    },
  }
}

interface Opening {
  readonly intent: Intent
  readonly kept: KeptRun
  /** Stands in every record that the run creates. */
  readonly mark: string
  /** Values of the shared query parameters that the user gave. */
  readonly query: NonNullable<LedgerHeader['query']>
}

/** How the account of the target is reached, and where the run notes what it created. */
export function accountOf(
  invocation: Contract,
  { embedded, baseUrl, credentials }: Target,
  { intent, kept, mark, query }: Opening,
) {
  const { settings, options } = invocation
  const { permissions, ratePerSecond } = intent
  const { profile, timeoutMs, stateDir, network } = settings
  const { id: run, startedAt } = kept.header
  return {
    ...{
      baseUrl,
      credentials,
      profile,
      permissions,
      ratePerSecond,
      timeoutMs,
      network,
      originMs: kept.originMs,
    },
    budget: options.budget ?? null,
    store: embedded ? null : createTokenStore(stateDir, { retriesSpent: settings.tokenRetry }),
    lock: embedded ? null : accountLock(invocation),
    ledger(account: string) {
      const allow = wordsOf(permissions.allow)
      const header = { run, account, baseUrl, mark, startedAt, query, allow }
      return embedded || !permissions.write ? memoryLedger(header) : createLedger(stateDir, header)
    },
  }
}

/** @throws ContractInputError where the service shows another company than the one that was named */
export async function refuseOtherCompany(
  { tell, signal, settings: { account: wanted } }: Contract,
  { account, masker }: { readonly account: Account; readonly masker: Masker },
): Promise<void> {
  if (wanted === null) return
  const { guardAccount } = await import('../run/account-guard.js')
  const outcome = await guardAccount(account, wanted, signal)
  if (outcome.kind === 'mismatch')
    throw new ContractInputError('contract.error.account-mismatch', {
      found: masker.maskText(outcome.found),
      wanted: masker.maskText(wanted),
    })
  if (outcome.kind === 'not-shown') tell('contract.notice.account-not-shown')
}
