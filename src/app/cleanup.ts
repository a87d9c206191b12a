import { accountKey, isNamedByToken } from '../client/tokens.js'
import { record } from '../exchange/masking.js'
import { leftLines } from '../report/contract-lines.js'
import { leftSentence } from '../report/left-records.js'
import { type Account, openAccount } from '../run/account.js'
import { type CleanedRecord, cleanUp, showsAny } from '../run/contract/cleanup.js'
import { type Ledger, readLedgers } from '../run/contract/ledger.js'
import { allowanceOf } from '../run/contract/permissions.js'
import { userAgent } from '../settings/version.js'
import { ownRatePerSecond } from '../specification/rate.js'
import { fill } from '../words/catalogue.js'
import { SettingsError } from '../words/errors.js'
import { type Invocation, maskerFor, reachOf } from './invocation.js'
import type { Options } from './options.js'
import { type Outcome, passed } from './outcome.js'
import { unlessInterrupted } from './publish.js'

type Cleanup = Invocation<Options<'cleanup'>>

/** Deletes the records that an earlier, interrupted run created and left. A second call finds nothing more to do. */
export async function run(invocation: Cleanup): Promise<Outcome> {
  const { settings, catalogue, give, signal } = invocation
  forget(invocation, readLedgers(settings.stateDir))
  const ledgers = readLedgers(settings.stateDir)
  if (ledgers.length === 0) {
    give(`${catalogue.ui['cleanup.none']}\n`)
    return passed
  }
  let isClean = true
  for (const ledger of ledgers) {
    if (await isOfAccount(invocation, ledger)) {
      const cleaned = await withAccount(invocation, ledger, (account) => cleanUp(account, signal))
      tellCleaned(invocation, cleaned, ledger.header.mark, (number) => nameOf(ledger, number))
      if (cleaned.some(({ fate }) => fate === 'left')) isClean = false
    } else {
      tellForeign(invocation, ledger)
      isClean = false
    }
  }
  return unlessInterrupted({ ending: isClean ? 'pass' : 'fail' }, signal.aborted)
}

/** Takes records off the list of what is left. @throws SettingsError where a name fits none, or several */
function forget({ catalogue: { ui }, give, lang, options }: Cleanup, ledgers: readonly Ledger[]): void {
  for (const name of options.forget ?? []) {
    const all = ledgers.flatMap((kept) =>
      kept.open().map((entry) => ({ kept, entry, name: nameOf(kept, entry.number) })),
    )
    const [one, second] = all.filter((given) => given.name === name || given.entry.id === name)
    const known = all.map((given) => given.name).join(', ') || '–'
    if (one === undefined || second !== undefined)
      throw new SettingsError('contract.error.unknown-forget', { name, known })
    one.kept.closed(one.entry.number)
    one.kept.close()
    give(`${fill(ui['cleanup.forgotten'], { name, route: one.entry.collection }, lang)}\n`)
  }
}

/** How a record is named to `--forget`. */
function nameOf({ header }: Ledger, number: number): string {
  return `${header.run}/${number}`
}

/**
 * True if the credentials and address are those of the ledger's run, because only then a record is the same. An
 * account that is named by its access token has another name after a renewal, so it is recognised by a record that it
 * shows.
 */
async function isOfAccount(invocation: Cleanup, ledger: Ledger): Promise<boolean> {
  const { settings, signal } = invocation
  const { credentials } = settings
  const { baseUrl, account } = ledger.header
  if (![settings.baseUrl, settings.docsTestUrl].includes(baseUrl)) return false
  if (accountKey(new URL(baseUrl).origin, credentials) === account) return true
  return isNamedByToken(credentials) && withAccount(invocation, ledger, (it) => showsAny(it, signal))
}

async function withAccount<T>(
  invocation: Cleanup,
  kept: Ledger,
  use: (account: Account) => Promise<T>,
): Promise<T> {
  const { settings } = invocation
  const masker = maskerFor(invocation)
  const log = await invocation.display.log(masker)
  const account = await openAccount({
    baseUrl: kept.header.baseUrl,
    credentials: settings.credentials,
    profile: settings.profile,
    userAgent,
    ...reachOf(invocation, false),
    permissions: {
      embedded: false,
      write: true,
      knowledge: settings.profile.knowledge,
      allow: allowanceOf([...(kept.header.allow ?? []), ...(invocation.options.allow ?? [])]),
    },
    ledger: () => kept,
    budget: null,
    ratePerSecond: ownRatePerSecond(settings.profile),
    onSecret: (kind, value) => masker.register(kind, value),
    onExchange: (raw) => log.exchange(record(raw, masker)),
    onCommand: (ended) => log.info('token command', ended),
  })
  account.gate.beginCleanup()
  try {
    return await use(account)
  } finally {
    account.close()
  }
}

function tellForeign({ tell }: Cleanup, kept: Ledger): void {
  const { run, baseUrl } = kept.header
  const names = kept.open().map(({ number }) => `--forget ${nameOf(kept, number)}`)
  tell('cleanup.other-account', { run, baseUrl, names: names.join(' ') })
}

/**
 * Says what became of the records of a run. `nameOf`, how `--forget` names a record that is left, is given where `cleanup` itself asks:
 * then the sentences are its answer.
 */
export function tellCleaned(
  invocation: Invocation,
  cleaned: readonly CleanedRecord[],
  mark: string,
  nameOf: ((number: number) => string) | null = null,
): void {
  if (cleaned.length === 0 && nameOf === null) return
  const { give, pass, catalogue, lang } = invocation
  const { ui } = catalogue
  const say = nameOf === null ? pass : give
  const count = (wanted: CleanedRecord['fate']) => cleaned.filter(({ fate }) => fate === wanted).length
  const values = { deleted: count('deleted'), gone: count('gone') + count('never-made'), left: count('left') }
  say(`${fill(ui['cleanup.done'], values, lang)}\n`)
  const neverMade = cleaned.filter(({ fate }) => fate === 'never-made').map(collectionOf)
  if (neverMade.length > 0) {
    const collections = [...new Set(neverMade)].join(', ')
    say(`${fill(ui['cleanup.never-made'], { count: neverMade.length, mark, collections }, lang)}\n`)
  }
  for (const record of cleaned) {
    const { number, reason, fate } = record
    if (fate !== 'left' || reason === null) continue
    const because = leftSentence(record, mark, invocation)
    say(`${leftLines({ left: [{ ...record, reason: because }] }, invocation)}\n`)
    if (nameOf !== null && number > 0) say(`${fill(ui['cleanup.forget'], { name: nameOf(number) }, lang)}\n`)
  }
}

/** `/contatos` of `DELETE /contatos/{idContato}`. */
function collectionOf({ route }: CleanedRecord): string {
  return route.replace(/^\w+ /, '').replace(/\/\{.*/, '')
}
