import type { Credentials } from '../client/token-source.js'
import { createTokenStore } from '../client/token-store.js'
import { accountKey } from '../client/tokens.js'
import { record } from '../exchange/masking.js'
import { openAccount } from '../run/account.js'
import { type CleanedRecord, cleanUp } from '../run/contract/cleanup.js'
import { type KeptLedger, readLedgers, reopenLedger } from '../run/contract/ledger.js'
import { type Allowance, readAllowance, readOnly } from '../run/contract/permissions.js'
import { ContractInputError } from '../run/input-error.js'
import { OWN_RATE_PER_SECOND } from '../specification/profile.js'
import { userAgent } from '../version.js'
import { fill } from '../words/catalogue.js'
import { accountLock, accountsIn } from './accounts.js'
import { recordKey, tellCleaned } from './cleaned.js'
import type { Invocation } from './invocation.js'
import { maskerFor } from './masker-for.js'
import { type Outcome, passed } from './outcome.js'
import { unlessInterrupted } from './publish.js'

export interface CleanupOptions {
  /** A DELETE of several that may be used for single records. */
  readonly allow?: readonly string[]
  /** Records that the user knows of, or has dealt with: `RUN/NUMBER`, or the record's id. */
  readonly forget?: readonly string[]
  readonly accounts?: string
}

type Cleanup = Invocation<CleanupOptions>

/** Deletes what an earlier run created and, having been killed, left behind. Done twice it finds nothing more to do. */
export async function run(invocation: Cleanup): Promise<Outcome> {
  const { settings, catalogue, give, signal } = invocation
  forget(invocation, readLedgers(settings.stateDir))
  const ledgers = readLedgers(settings.stateDir)
  const known = await credentialsOf(invocation)
  if (ledgers.length === 0) {
    give(`${catalogue.ui['cleanup.none']}\n`)
    return passed
  }
  let isClean = true
  for (const ledger of ledgers) {
    const credentials = credentialsFor(invocation, known, ledger)
    if (credentials === null) {
      tellForeign(invocation, ledger)
      isClean = false
    } else {
      const cleaned = await cleanLedger(invocation, ledger, credentials)
      tellCleaned(invocation, cleaned, ledger.header.mark, ledger.header.run)
      if (cleaned.some(({ fate }) => fate === 'left')) isClean = false
    }
  }
  return unlessInterrupted({ ending: isClean ? 'pass' : 'fail' }, signal.aborted)
}

/** Takes records off the list of what is left. @throws ContractInputError where a name fits none, or several */
function forget({ catalogue: { ui }, give, lang, options }: Cleanup, ledgers: readonly KeptLedger[]): void {
  for (const name of options.forget ?? []) {
    const all = ledgers.flatMap((kept) => kept.entries.map((entry) => ({ kept, entry })))
    const keys = ({ kept, entry }: (typeof all)[number]) => recordKey(kept.header.run, entry.number)
    const [one, second] = all.filter((known) => [keys(known), known.entry.id].includes(name))
    if (one === undefined || second !== undefined)
      throw new ContractInputError('contract.error.unknown-forget', {
        name,
        known: all.map(keys).join(', ') || '–',
      })
    const ledger = reopenLedger(one.kept)
    ledger.refused(one.entry.number)
    ledger.close()
    give(`${fill(ui['cleanup.forgotten'], { name, route: one.entry.collection }, lang)}\n`)
  }
}

/** The account of the environment, or those of a file. */
async function credentialsOf(invocation: Cleanup): Promise<readonly Credentials[]> {
  const { accounts: file } = invocation.options
  if (file === undefined) return [invocation.settings.credentials]
  const accounts = await accountsIn(file, invocation)
  return accounts.map(({ credentials }) => credentials)
}

/** Only with the credentials and the address of that run is the record the same; null where they are not at hand. */
function credentialsFor(
  { settings }: Invocation,
  known: readonly Credentials[],
  { header }: KeptLedger,
): Credentials | null {
  const addresses = [settings.baseUrl, settings.docsTestUrl]
  if (!addresses.includes(header.baseUrl)) return null
  const { origin } = new URL(header.baseUrl)
  return known.find((credentials) => accountKey(origin, credentials) === header.account) ?? null
}

async function cleanLedger(
  invocation: Cleanup,
  kept: KeptLedger,
  credentials: Credentials,
): Promise<CleanedRecord[]> {
  const { settings, signal } = invocation
  const masker = maskerFor(invocation)
  const account = await openAccount({
    name: null,
    baseUrl: kept.header.baseUrl,
    credentials,
    profile: settings.profile,
    userAgent,
    store: createTokenStore(settings.stateDir, { retriesSpent: settings.tokenRetry }),
    lock: accountLock(invocation),
    permissions: {
      ...readOnly,
      allow: allowanceOf(invocation),
      knowledge: settings.profile.knowledge,
    },
    ledger: () => reopenLedger(kept),
    budget: null,
    ratePerSecond: settings.profile.rate.perSecond ?? OWN_RATE_PER_SECOND,
    timeoutMs: settings.timeoutMs,
    network: settings.network,
    onSecret: (kind, value) => masker.register(kind, value),
    onExchange: (raw) => void record(raw, masker),
  })
  try {
    return await cleanUp(account, signal)
  } finally {
    account.close()
  }
}

/** `--allow 'DELETE /nfe'`: what is deleted by several alone. */
function allowanceOf({ options }: Cleanup): Allowance {
  const { allow, unknown } = readAllowance(options.allow ?? [])
  const [first] = unknown
  if (first !== undefined) throw new ContractInputError('contract.error.unknown-allow', { name: first })
  return allow
}

function tellForeign({ tell }: Cleanup, { header }: KeptLedger): void {
  const { run, baseUrl } = header
  tell('cleanup.other-account', { run, baseUrl })
}
