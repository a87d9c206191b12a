import type { Credentials } from '../client/token-source.js'
import { createTokenStore } from '../client/token-store.js'
import type { Masker } from '../exchange/masking.js'
import type { Account } from '../run/account.js'
import { createLedger, type LedgerHeader, memoryLedger } from '../run/contract/ledger.js'
import { ContractInputError } from '../run/input-error.js'
import { SettingsError } from '../words/errors.js'
import { accountLock, accountsIn, refuseWithoutToken } from './accounts.js'
import type { ContractOptions } from './contract-options.js'
import type { Intent } from './contract-plan.js'
import { watchedFaults } from './embedded.js'
import type { Invocation } from './invocation.js'
import type { KeptRun } from './kept-run.js'
import { embeddedTarget, liveTarget, type Target as OneTarget } from './target.js'

type Contract = Invocation<ContractOptions>

/** The service that a contract run speaks to. */
export interface Target extends Omit<OneTarget, 'credentials'> {
  readonly accounts: readonly TargetAccount[]
}

interface TargetAccount {
  readonly name: string | null
  readonly credentials: Credentials
  /** The company that it must belong to, or null. */
  readonly account: string | null
}

/** `--target docs-test` names the test address of the interface reference; null: the embedded service. */
export function liveUrlOf({ options, settings }: Contract): string | null {
  if (options.target === 'live' && settings.baseUrl === null) throw new SettingsError('settings.target-live')
  if (options.target !== 'docs-test') return settings.baseUrl
  if (settings.docsTestUrl === null) throw new ContractInputError('contract.error.no-docs-test-url', {})
  return settings.docsTestUrl
}

/** @throws SettingsError where a live service is named and no token is at hand */
export async function targetOf(invocation: Contract, baseUrl: string | null): Promise<Target> {
  const { settings, options } = invocation
  if (baseUrl === null && options.accounts !== undefined) throw new SettingsError('settings.accounts-live')
  if (baseUrl === null) return servedTarget(invocation)
  const { credentials, account } = settings
  if (options.accounts === undefined) refuseWithoutToken(credentials)
  const accounts =
    options.accounts === undefined
      ? [{ name: null, credentials, account }]
      : await accountsIn(options.accounts, invocation)
  return { ...liveTarget(baseUrl, credentials), accounts }
}

async function servedTarget({ settings, options, tell }: Contract): Promise<Target> {
  const { seed } = options
  const { faults, tellIdle } = await watchedFaults(options)
  const { credentials, ...target } = await embeddedTarget({
    ...{ profile: settings.profile, invalidateAt: 'never', faults },
    ...(seed !== undefined && { seed }),
  })
  return {
    ...target,
    accounts: [{ name: null, credentials, account: null }],
    async close() {
      tellIdle(tell)
      await target.close()
    },
  }
}

/** What the accounts of a run share. */
interface Opening {
  readonly intent: Intent
  readonly kept: KeptRun
  /** Stands in every record that the run creates. */
  readonly mark: string
  /** Values of the shared query parameters that the user gave. */
  readonly query: NonNullable<LedgerHeader['query']>
}

/** How each account of the target is reached, and where it is kept what was created. */
export function accountsOf(
  invocation: Contract,
  { embedded, baseUrl }: Target,
  { intent, kept, mark, query }: Opening,
) {
  const { settings, options } = invocation
  const { permissions, ratePerSecond } = intent
  const { profile, timeoutMs, stateDir, network } = settings
  const { id: run, startedAt } = kept.header
  return {
    ...{ baseUrl, profile, permissions, ratePerSecond, timeoutMs, network, originMs: kept.originMs },
    budget: options.budget ?? null,
    store: embedded ? null : createTokenStore(stateDir, { retriesSpent: settings.tokenRetry }),
    lock: embedded ? null : accountLock(invocation),
    ledger(account: string) {
      const header = { run, account, baseUrl, mark, startedAt, query }
      return embedded || !permissions.write ? memoryLedger(header) : createLedger(stateDir, header)
    },
  }
}

/** @throws ContractInputError where the service shows another company than the one that was named */
export async function guardAccounts(
  { tell, signal }: Contract,
  target: Target,
  { accounts, masker }: { readonly accounts: readonly Account[]; readonly masker: Masker },
): Promise<void> {
  if (target.accounts.every(({ account }) => account === null)) return
  const { guardAccount } = await import('../run/account-guard.js')
  for (const [i, account] of accounts.entries()) {
    const wanted = target.accounts[i]?.account ?? null
    if (wanted === null) continue
    const outcome = await guardAccount(account, wanted, signal)
    if (outcome.kind === 'mismatch')
      throw new ContractInputError('contract.error.account-mismatch', {
        found: masker.maskText(outcome.found),
        wanted: masker.maskText(wanted),
      })
    if (outcome.kind === 'not-shown') tell('contract.notice.account-not-shown')
  }
}
