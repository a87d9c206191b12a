import { accountKey, type Credentials } from '../client/tokens.js'
import { createMasker, record } from '../exchange/masking.js'
import { openAccount } from '../run/account.js'
import { type CleanedRecord, cleanUp } from '../run/contract/cleanup.js'
import { type KeptLedger, readLedgers, reopenLedger } from '../run/contract/ledger.js'
import { type Allowance, readAllowance, readOnly } from '../run/contract/permissions.js'
import { ContractInputError } from '../run/input-error.js'
import { userAgent } from '../version.js'
import { fill } from '../words/catalogue.js'
import type { ExitStatus, Invocation } from './command.js'
import { readTextFile } from './text-file.js'

/** Deletes what an earlier run created and, having been killed, left behind. Done twice it finds nothing more to do. */
export async function run(invocation: Invocation): Promise<ExitStatus> {
  const { settings, io, catalogue } = invocation
  forget(invocation, readLedgers(settings.stateDir))
  const ledgers = readLedgers(settings.stateDir)
  if (ledgers.length === 0) {
    io.out(`${catalogue.ui['cleanup.none']}\n`)
    return 0
  }
  const known = await credentialsOf(invocation)
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
  if (io.signal.aborted) return 130
  return isClean ? 0 : 1
}

/** Records that the user knows of, or has dealt with: `RUN/NUMBER` as the line of what is left says, or the record's id. */
function forget({ options, io, catalogue, lang }: Invocation, ledgers: readonly KeptLedger[]): void {
  const wanted = Array.isArray(options.forget) ? options.forget.map(String) : []
  for (const name of wanted) {
    const found = ledgers.flatMap((kept) => kept.entries.map((entry) => ({ kept, entry })))
    const known = found.filter(({ kept, entry }) =>
      [keyOf(kept.header.run, entry.number), entry.id].includes(name),
    )
    const [one] = known
    if (one === undefined || known.length > 1) {
      const keys = found.map(({ kept, entry }) => keyOf(kept.header.run, entry.number)).join(', ')
      throw new ContractInputError('contract.error.unknown-forget', { name, known: keys || '–' })
    }
    const ledger = reopenLedger(one.kept)
    ledger.refused(one.entry.number)
    ledger.close()
    io.out(`${fill(catalogue.ui['cleanup.forgotten'], { name, route: one.entry.collection }, lang)}\n`)
  }
}

function keyOf(run: string, number: number): string {
  return `${run}/${number}`
}

/** The account of the environment, or those of `--accounts`. */
async function credentialsOf({ options, settings, io }: Invocation): Promise<readonly Credentials[]> {
  if (options.accounts === undefined) return [settings.credentials]
  const file = String(options.accounts)
  const { readAccounts } = await import('../run/accounts.js')
  const text = await readTextFile(file, settings.cwd)
  const accounts = await readAccounts(text, file, io.env, settings.credentials.tokenUrl)
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
  invocation: Invocation,
  kept: KeptLedger,
  credentials: Credentials,
): Promise<CleanedRecord[]> {
  const { settings, io } = invocation
  const { createTokenStore } = await import('../client/token-store.js')
  const { accountLock } = await import('./contract.js')
  const masker = createMasker()
  const account = await openAccount({
    name: null,
    baseUrl: kept.header.baseUrl,
    credentials,
    profile: settings.profile,
    userAgent,
    store: createTokenStore(settings.stateDir, { retriesSpent: settings.tokenRetry }),
    lock: accountLock(invocation),
    permissions: { ...readOnly, allow: allowanceOf(invocation) },
    ledger: () => reopenLedger(kept),
    budget: null,
    ratePerSecond: settings.profile.rate.perSecond ?? 3,
    timeoutMs: settings.timeoutMs,
    network: settings.network,
    onSecret: (kind, value) => masker.register(kind, value),
    onExchange: (raw) => void record(raw, masker),
  })
  try {
    return await cleanUp(account, io.signal)
  } finally {
    account.close()
  }
}

/** `--allow 'DELETE /nfe'`: what is deleted by several alone. */
function allowanceOf({ options }: Invocation): Allowance {
  const { allow, unknown } = readAllowance(Array.isArray(options.allow) ? (options.allow as string[]) : [])
  const [first] = unknown
  if (first !== undefined) throw new ContractInputError('contract.error.unknown-allow', { name: first })
  return allow
}

function tellForeign({ io, catalogue, lang }: Invocation, { header }: KeptLedger): void {
  const { run, baseUrl } = header
  io.err(`${fill(catalogue.ui['cleanup.other-account'], { run, baseUrl }, lang)}\n`)
}

/**
 * What became of the records of a run; on standard output where that is what was asked for.
 *
 * @param run whose ledger was asked for, so that what is left can be named to `--forget`; null at the end of a run
 */
export function tellCleaned(
  { io, catalogue, lang }: Invocation,
  cleaned: readonly CleanedRecord[],
  mark: string,
  run: string | null = null,
): void {
  const isAsked = run !== null
  if (cleaned.length === 0 && !isAsked) return
  const { ui } = catalogue
  const say = isAsked ? io.out : io.err
  const count = (wanted: CleanedRecord['fate']) => cleaned.filter(({ fate }) => fate === wanted).length
  const values = { deleted: count('deleted'), gone: count('gone'), left: count('left') }
  say(`${fill(ui['cleanup.done'], values, lang)}\n`)
  for (const { route, id, number, reason, status, fate } of cleaned) {
    if (fate !== 'left' || reason === null) continue
    const because = fill(ui[`cleanup.reason.${reason}`], { mark, status, route }, lang)
    say(`${fill(ui['cleanup.left'], { route, id, reason: because }, lang)}\n`)
    if (run !== null && number > 0) say(`${fill(ui['cleanup.forget'], { name: keyOf(run, number) }, lang)}\n`)
  }
}
