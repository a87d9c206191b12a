import type { Masker } from '../exchange/masking.js'
import type { Account } from '../run/account.js'
import { createLedger, type LedgerHeader, memoryLedger } from '../run/contract/ledger.js'
import { wordsOf } from '../run/contract/permissions.js'
import { SettingsError } from '../words/errors.js'
import type { ContractOptions, Intent } from './contract-plan.js'
import { type Invocation, reachOf } from './invocation.js'
import type { KeptRun } from './kept-run.js'
import type { Target } from './target.js'

type Contract = Invocation<ContractOptions>

/** `--target docs-test` names the test address of the interface reference; null: the embedded service. */
export function liveUrlOf({ options, settings }: Contract): string | null {
  if (options.target === 'live' && settings.baseUrl === null) throw new SettingsError('settings.target-live')
  if (options.target !== 'docs-test') return settings.baseUrl
  if (settings.docsTestUrl === null) throw new SettingsError('contract.error.no-docs-test-url', {})
  return settings.docsTestUrl
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
  const { profile, stateDir } = settings
  const { id: run, startedAt } = kept.header
  return {
    ...reachOf(invocation, embedded),
    ...{ baseUrl, credentials, profile, permissions, ratePerSecond, originMs: kept.originMs },
    budget: options.budget ?? null,
    ledger(account: string) {
      const allow = wordsOf(permissions.allow)
      const header = { run, account, baseUrl, mark, startedAt, query, allow }
      return embedded || !permissions.write ? memoryLedger(header) : createLedger(stateDir, header)
    },
  }
}

/** @throws SettingsError where the service shows another company than the one that was named */
export async function refuseOtherCompany(
  { tell, signal, settings: { account: wanted } }: Contract,
  { account, masker }: { readonly account: Account; readonly masker: Masker },
): Promise<void> {
  if (wanted === null) return
  const { guardAccount } = await import('../run/account-guard.js')
  const outcome = await guardAccount(account, wanted, signal)
  if (outcome.kind === 'mismatch')
    throw new SettingsError('contract.error.account-mismatch', {
      found: masker.maskText(outcome.found),
      wanted: masker.maskText(wanted),
    })
  if (outcome.kind === 'not-shown') tell('contract.notice.account-not-shown')
}
