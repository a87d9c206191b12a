import type { Credentials } from '../client/token-source.js'
import { createTokenStore } from '../client/token-store.js'
import { accountKey, isNamedByToken } from '../client/tokens.js'
import { record } from '../exchange/masking.js'
import { type Account, openAccount } from '../run/account.js'
import { cleanUp, inAccount, showsAny } from '../run/contract/cleanup.js'
import { type KeptLedger, readLedgers, reopenLedger } from '../run/contract/ledger.js'
import { allowanceOf, readOnly } from '../run/contract/permissions.js'
import { ContractInputError } from '../run/input-error.js'
import { OWN_RATE_PER_SECOND } from '../specification/profile.js'
import { userAgent } from '../version.js'
import { fill } from '../words/catalogue.js'
import { accountLock, accountsIn } from './accounts.js'
import { tellCleaned } from './cleaned.js'
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
  const known = await accountsOf(invocation)
  if (ledgers.length === 0) {
    give(`${catalogue.ui['cleanup.none']}\n`)
    return passed
  }
  let isClean = true
  for (const ledger of ledgers) {
    const account = await accountFor(invocation, known, ledger)
    const nameOf = (number: number) => namesOf(ledger, number, ledgers)[0]
    if (account === null) {
      tellForeign(invocation, ledger, nameOf)
      isClean = false
    } else {
      const { name, credentials } = account
      const records = await withAccount(invocation, ledger, credentials, (it) => cleanUp(it, signal))
      const cleaned = inAccount(records, name)
      tellCleaned(invocation, cleaned, ledger.header.mark, { account: name, nameOf })
      if (cleaned.some(({ fate }) => fate === 'left')) isClean = false
    }
  }
  return unlessInterrupted({ ending: isClean ? 'pass' : 'fail' }, signal.aborted)
}

/** Takes records off the list of what is left. @throws ContractInputError where a name fits none, or several */
function forget({ catalogue: { ui }, give, lang, options }: Cleanup, ledgers: readonly KeptLedger[]): void {
  for (const name of options.forget ?? []) {
    const all = ledgers.flatMap((kept) =>
      kept.entries.map((entry) => ({ kept, entry, names: namesOf(kept, entry.number, ledgers) })),
    )
    const [one, second] = all.filter(({ names, entry }) => [...names, entry.id].includes(name))
    if (one === undefined || second !== undefined)
      throw new ContractInputError('contract.error.unknown-forget', {
        name,
        known: all.map(({ names }) => names[0]).join(', ') || '–',
      })
    const ledger = reopenLedger(one.kept)
    ledger.refused(one.entry.number)
    ledger.close()
    give(`${fill(ui['cleanup.forgotten'], { name, route: one.entry.collection }, lang)}\n`)
  }
}

/** How a record is named to `--forget`: first what tells it from the records of all other ledgers. Each account has a ledger of a run. */
function namesOf({ header }: KeptLedger, number: number, ledgers: readonly KeptLedger[]): [string, string] {
  const { run, account } = header
  const names: [string, string] = [`${run}/${number}`, `${run}/${account.slice(0, 8)}/${number}`]
  return ledgers.filter((one) => one.header.run === run).length > 1 ? [names[1], names[0]] : names
}

interface KnownAccount {
  /** null: the one of the environment. */
  readonly name: string | null
  readonly credentials: Credentials
}

/** The account of the environment, or those of a file. */
async function accountsOf(invocation: Cleanup): Promise<readonly KnownAccount[]> {
  const { accounts: file } = invocation.options
  if (file === undefined) return [{ name: null, credentials: invocation.settings.credentials }]
  return accountsIn(file, invocation)
}

/**
 * Only with the credentials and the address of that run is the record the same; null where they are not at hand. What nothing but its
 * access token names is another with the next one, and known by what it shows.
 */
async function accountFor(
  invocation: Cleanup,
  known: readonly KnownAccount[],
  ledger: KeptLedger,
): Promise<KnownAccount | null> {
  const { settings, signal } = invocation
  const { baseUrl, account } = ledger.header
  if (![settings.baseUrl, settings.docsTestUrl].includes(baseUrl)) return null
  const { origin } = new URL(baseUrl)
  const same = known.find(({ credentials }) => accountKey(origin, credentials) === account)
  if (same) return same
  for (const one of known.filter(({ credentials }) => isNamedByToken(credentials)))
    if (await withAccount(invocation, ledger, one.credentials, (it) => showsAny(it, signal))) return one
  return null
}

async function withAccount<T>(
  invocation: Cleanup,
  kept: KeptLedger,
  credentials: Credentials,
  use: (account: Account) => Promise<T>,
): Promise<T> {
  const { settings } = invocation
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
      allow: allowanceOf(invocation.options.allow ?? []),
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
    return await use(account)
  } finally {
    account.close()
  }
}

function tellForeign(
  { tell }: Cleanup,
  { header, entries }: KeptLedger,
  nameOf: (number: number) => string,
): void {
  const { run, baseUrl } = header
  tell('cleanup.other-account', {
    ...{ run, baseUrl },
    names: entries.map(({ number }) => `--forget ${nameOf(number)}`).join(' '),
  })
}
