import { accountKey, isNamedByToken } from '../client/tokens.js'
import { record } from '../exchange/masking.js'
import { leftLines } from '../report/contract-lines.js'
import { leftSentence } from '../report/left-records.js'
import type { Words } from '../report/look.js'
import { type Account, openAccount } from '../run/account.js'
import { type CleanedRecord, cleanUp, showsAny } from '../run/contract/cleanup.js'
import { type Ledger, readLedgers } from '../run/contract/ledger.js'
import { allowanceOf } from '../run/contract/permissions.js'
import { userAgent } from '../settings/version.js'
import { ownRatePerSecond } from '../specification/rate.js'
import { fill } from '../words/catalogue.js'
import { SettingsError } from '../words/errors.js'
import { connectionOptions, createMaskerFor, type InvocationOf } from './invocation.js'
import { type Outcome, passed } from './outcome.js'
import { unlessInterrupted } from './publish.js'

type Cleanup = InvocationOf<'cleanup'>

/** `cleanup`: deletes the records that earlier contract runs left in the account, by the ledgers of these runs. */
export async function run(invocation: Cleanup): Promise<Outcome> {
  const { settings, catalogue, printMessage, printResult, signal } = invocation
  forgetRecords(invocation)
  // The file of a ledger whose last record was forgotten is gone, so the ledgers are read after that.
  const ledgers = readLedgers(settings.stateDir)
  if (ledgers.length === 0) {
    printResult(`${catalogue.ui['cleanup.none']}\n`)
    return passed
  }
  let isClean = true
  for (const ledger of ledgers) {
    if (await isOfAccount(invocation, ledger)) {
      const cleaned = await withAccount(invocation, ledger, (account) => cleanUp(account, signal))
      const text = cleanedText(cleaned, ledger.header.mark, invocation, (number) => nameOf(ledger, number))
      printResult(`${text}\n`)
      // `gone` and `never-made` are clean too.
      if (cleaned.some(({ fate }) => fate === 'left')) isClean = false
    } else {
      const { run, baseUrl } = ledger.header
      const names = ledger.open().map(({ number }) => `--forget ${nameOf(ledger, number)}`)
      printMessage('cleanup.other-account', { run, baseUrl, names: names.join(' ') })
      isClean = false
    }
  }
  return unlessInterrupted({ ending: isClean ? 'pass' : 'fail' }, signal.aborted)
}

/** `--forget`: removes records from their ledgers. @throws SettingsError if a name fits no record, or several */
function forgetRecords({ catalogue: { ui }, printResult, lang, options, settings }: Cleanup): void {
  const ledgers = readLedgers(settings.stateDir)
  for (const name of options.forget ?? []) {
    const all = ledgers.flatMap((ledger) =>
      ledger.open().map((entry) => ({ ledger, entry, ownName: nameOf(ledger, entry.number) })),
    )
    const [found, second] = all.filter(({ entry, ownName }) => ownName === name || entry.id === name)
    if (found === undefined || second !== undefined) {
      const known = all.map(({ ownName }) => ownName).join(', ') || '–'
      throw new SettingsError('contract.error.unknown-forget', { name, known })
    }
    const { entry, ledger } = found
    ledger.closed(entry.number)
    ledger.close()
    printResult(`${fill(ui['cleanup.forgotten'], { name, route: entry.collection }, lang)}\n`)
  }
}

/** How the user names a record to `--forget`: the run and the number of the record. */
function nameOf({ header }: Ledger, number: number): string {
  return `${header.run}/${number}`
}

/**
 * Whether address and credentials belong to the account of the ledger's run. An account that is identified by its access
 * token has another identity after a renewal; then it is recognised by a record that it shows.
 */
async function isOfAccount(invocation: Cleanup, ledger: Ledger): Promise<boolean> {
  const { settings, signal } = invocation
  const { credentials } = settings
  const { baseUrl, account } = ledger.header
  if (![settings.baseUrl, settings.docsTestUrl].includes(baseUrl)) return false
  if (accountKey(new URL(baseUrl).origin, credentials) === account) return true
  return isNamedByToken(credentials) && withAccount(invocation, ledger, (open) => showsAny(open, signal))
}

/** Opens the account of a ledger with the right to delete its records, and closes it after `use`. */
async function withAccount<T>(invocation: Cleanup, ledger: Ledger, use: (account: Account) => Promise<T>) {
  const { settings } = invocation
  const masker = createMaskerFor(invocation)
  const log = await invocation.display.log(masker)
  const account = await openAccount({
    baseUrl: ledger.header.baseUrl,
    credentials: settings.credentials,
    profile: settings.profile,
    userAgent,
    ...connectionOptions(invocation, { embedded: false }),
    permissions: {
      embedded: false,
      write: true,
      knowledge: settings.profile.knowledge,
      allow: allowanceOf([...(ledger.header.allow ?? []), ...(invocation.options.allow ?? [])]),
    },
    ledger: () => ledger,
    budget: null,
    ratePerSecond: ownRatePerSecond(settings.profile),
    onSecret: masker.register,
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

/** The lines about what was deleted and left. `nameOf` names a record for `--forget`; null if that command is not to be shown. */
export function cleanedText(
  cleaned: readonly CleanedRecord[],
  mark: string,
  words: Words,
  nameOf: ((number: number) => string) | null,
): string {
  const { catalogue, lang } = words
  const { ui } = catalogue
  const count = (wanted: CleanedRecord['fate']) => cleaned.filter(({ fate }) => fate === wanted).length
  const values = { deleted: count('deleted'), gone: count('gone') + count('never-made'), left: count('left') }
  const lines = [fill(ui['cleanup.done'], values, lang)]
  const neverMade = cleaned.filter(({ fate }) => fate === 'never-made').map(collectionOf)
  if (neverMade.length > 0) {
    const collections = [...new Set(neverMade)].join(', ')
    lines.push(fill(ui['cleanup.never-made'], { count: neverMade.length, mark, collections }, lang))
  }
  for (const cleanedRecord of cleaned) {
    const { number, reason, fate } = cleanedRecord
    if (fate !== 'left' || reason === null) continue
    const because = leftSentence(cleanedRecord, mark, words)
    lines.push(...leftLines({ left: [{ ...cleanedRecord, reason: because }] }, words))
    // A record without a ledger entry has the number 0, so `--forget` cannot name it.
    if (nameOf !== null && number > 0) lines.push(fill(ui['cleanup.forget'], { name: nameOf(number) }, lang))
  }
  return lines.join('\n')
}

/** `/contatos` of `DELETE /contatos/{idContato}`. */
function collectionOf({ route }: CleanedRecord): string {
  return route.replace(/^\w+ /, '').replace(/\/\{.*/, '')
}
