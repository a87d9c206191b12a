import { randomBytes } from 'node:crypto'
import type { Masker } from '../exchange/masking.js'
import { isHousekeeping } from '../judging/contract-judge.js'
import { HeldExchanges } from '../report/held-exchanges.js'
import { leftNote } from '../report/left-records.js'
import { againstNote } from '../report/with-notes.js'
import type { Account } from '../run/account.js'
import { type ContractListeners, runJudgedContract } from '../run/contract/judged-contract.js'
import { createLedger, createMemoryLedger } from '../run/contract/ledger.js'
import { wordsOf } from '../run/contract/permissions.js'
import type { Plan } from '../run/contract/plan.js'
import { markOf } from '../run/mark.js'
import type { Captures } from '../run/suite.js'
import { integration } from '../specification/routes.js'
import { SettingsError } from '../words/errors.js'
import { cleanedText } from './cleanup.js'
import {
  type ContractSources,
  contractFindings,
  readSources,
  saveBaseline,
  tellSources,
} from './contract-findings.js'
import {
  type Intent,
  listOutcome,
  planIntent,
  shareOfPlan,
  withRate,
  withSuiteShapes,
} from './contract-plan.js'
import { listFaultsIfAsked, refuseOnLive } from './embedded.js'
import { connectionOptions, createMaskerFor, type InvocationOf, refuseWithoutToken } from './invocation.js'
import { beginRun, exchangesIn, type KeptRun, ownRunFacts, tellStopped } from './kept-run.js'
import { findEarlierRuns } from './kept-runs.js'
import { notifyWebhook } from './notify.js'
import { withOwnRoutes } from './openapi.js'
import type { Outcome } from './outcome.js'
import { publishRun } from './publish.js'
import { openTarget, startEmbeddedTarget, type Target } from './target.js'

type Contract = InvocationOf<'contract'>

/** `contract`: checks the contract of every resource. It only reads, unless the user allows more. */
export async function run(invocation: Contract): Promise<Outcome> {
  const { options } = invocation
  const faultTable = await listFaultsIfAsked(options)
  if (faultTable) return faultTable
  const baseUrl = liveUrlOf(invocation)
  refuseOnLive(baseUrl, { '--fault': options.fault, '--seed': options.seed })
  const intent = await planIntent(invocation, baseUrl === null)
  if (options.list === true) {
    await refuseBadFiles(invocation, baseUrl ?? '')
    return listOutcome(intent, options)
  }
  if (baseUrl !== null) refuseWithoutToken(invocation.settings.credentials)
  const target = await openTarget(invocation, baseUrl, (service) =>
    startEmbeddedTarget({ ...service, invalidateAt: 'never' }),
  )
  try {
    const { settings } = await withOwnRoutes(invocation)
    const paced = withRate(settings.profile, options.rate)
    const profile = await withSuiteShapes(intent.plan.suites, paced)
    return await contractOnce({ ...invocation, settings: { ...settings, profile } }, target, intent)
  } finally {
    await target.close()
  }
}

/** Refuses unusable files before the list is shown. The embedded service is not started, so its `baseUrl` is empty. */
async function refuseBadFiles(invocation: Contract, baseUrl: string): Promise<void> {
  const { updateBaseline, ...options } = invocation.options
  // A baseline that would be written may be missing.
  if (updateBaseline === true) delete options.baseline
  await readSources({ ...invocation, options }, baseUrl, createMaskerFor(invocation).maskText)
}

/** Exchanges with more characters than this are not held; reports then read them from the journal, so that memory stays flat. */
const MOST_HELD_CHARS = 8_000_000

interface StartedRun {
  readonly target: Target
  readonly intent: Intent
  /** The part of the intended plan that this machine sends (`--shard`). */
  readonly plan: Plan
  readonly kept: KeptRun
  readonly sources: ContractSources
  readonly masker: Masker
  /** A random text in every record that the run creates, by which it recognises them as its own. */
  readonly mark: string
}

async function contractOnce(invocation: Contract, target: Target, intent: Intent): Promise<Outcome> {
  const { options, clock, signal } = invocation
  const masker = createMaskerFor(invocation)
  const sources = await readSources(invocation, target.baseUrl, masker.maskText)
  const { before, trend } = await findEarlierRuns(invocation, target)
  const kept = await beginRun(invocation, ownRunFacts(target))
  const plan = shareOfPlan(options, intent)
  const mark = markOf(randomBytes(6).toString('hex'))
  const started: StartedRun = { target, intent, plan, kept, sources, masker, mark }
  tellTarget(invocation, started)
  const { listeners, progress, exchanges } = watchRun(invocation, started)
  try {
    const { judge, stopped, ended } = await runJudgedContract({
      ...accountOptions(invocation, started),
      plan,
      mark,
      masker,
      signal,
      listeners,
      onCommand: (facts) => kept.log.info('token command', facts),
      ...(!target.embedded && { guard: (account) => refuseOtherCompany(invocation, account, masker) }),
    })
    tellStopped(invocation, kept, stopped, masker)
    const found = contractFindings(judge, sources, ended, clock.wall())
    const { judgement, otherwise } = found
    listeners.onNote(found.endNote)
    target.noteIdleFaults?.(kept.journal)
    if (options.updateBaseline === true) await saveBaseline(invocation, sources)
    tellSources(invocation, sources, found)
    const judged = { judgement, traffic: null, leastRoutes: options.minRoutes ?? null }
    const isInterrupted = stopped?.code === 'interrupted'
    if (before !== undefined)
      kept.journal.note(againstNote({ before, failOn: options.failOn ?? 'any', otherwise }))
    const outcome = await publishRun(invocation, kept, { judged, exchanges, trend }, isInterrupted)
    if (outcome.run) await notifyWebhook(invocation, outcome.run.report)
    return outcome
  } finally {
    progress.end()
    await kept.journal.close()
  }
}

/** Passes the events of the run on to the journal, the baseline, the user's document and the display. */
function watchRun(
  invocation: Contract,
  { kept: { journal }, sources, intent, plan, mark, masker }: StartedRun,
) {
  const { options, display, printLine } = invocation
  const held = new HeldExchanges(MOST_HELD_CHARS)
  const steps = plan.suites.reduce((sum, { steps }) => sum + steps.length, 0)
  const progress = display.contract(steps, intent.ratePerSecond)
  const listeners: Required<ContractListeners> = {
    onExchange(exchange) {
      journal.append(exchange)
      held.add(exchange)
      // Requests for clean-up, and those that are sent a second time, are not compared with baseline and document.
      if (!isHousekeeping(exchange) && !exchange.sentAgain) sources.learn(exchange)
    },
    onJudged: progress.see,
    onNote(note) {
      const least = { leastRoutes: options.minRoutes ?? null }
      journal.note(note.kind === 'contract-plan' ? { ...note, ...least } : note)
      // This note is about a planned step that was not sent.
      if (note.kind === 'contract-step') progress.skip()
    },
    onCleaned(cleaned) {
      progress.end()
      if (cleaned.length > 0) printLine(cleanedText(cleaned, mark, invocation, null))
      const left = leftNote(cleaned, mark, masker.maskKnown)
      if (left) journal.note(left)
    },
  }
  return { listeners, progress, exchanges: () => held.all ?? exchangesIn(journal.path) }
}

/**
 * Values of the query parameters that all routes of listings share (`tipoIntegracao`), as far as the samples have them. `cleanup` needs
 * them to delete a listing, so they are in the ledger.
 */
function sharedQuery(captures: Captures): Record<string, string | number> {
  const known = Object.keys(integration).flatMap((name) => {
    const value = captures[`query ${name}`]?.value
    return typeof value === 'string' || typeof value === 'number' ? [[name, value] as const] : []
  })
  return Object.fromEntries(known)
}

function tellTarget({ printMessage, catalogue: { ui } }: Contract, { target, intent, mark }: StartedRun) {
  const { baseUrl, seed, embedded } = target
  const { allow, write } = intent.permissions
  printMessage(embedded ? 'contract.target.embedded' : 'contract.target.live', { baseUrl, seed })
  if (!write) return printMessage('contract.mode.read-only')
  const everything = allow.everything ? [ui['contract.writing.everything']] : []
  const allowed = [...everything, ...allow.families, ...allow.routes].join(', ')
  printMessage('contract.mode.write', { mark, allowed: embedded ? ui['contract.writing.all'] : allowed })
}

/** The address of the live service; null: the embedded one. `--target docs-test` is the test address of the interface reference. */
function liveUrlOf({ options, settings }: Contract): string | null {
  if (options.target === 'live' && settings.baseUrl === null) throw new SettingsError('settings.target-live')
  if (options.target !== 'docs-test') return settings.baseUrl
  if (settings.docsTestUrl === null) throw new SettingsError('contract.error.no-docs-test-url', {})
  return settings.docsTestUrl
}

/** How the run connects to the account, and the ledger in which it notes the records that it creates. */
function accountOptions(invocation: Contract, { target, intent, plan, kept, mark }: StartedRun) {
  const { settings, options } = invocation
  const { embedded, baseUrl, credentials } = target
  const { permissions, ratePerSecond } = intent
  const { profile, stateDir } = settings
  const { id: run, startedAt } = kept.header
  const query = sharedQuery(plan.captures)
  return {
    ...connectionOptions(invocation, target),
    baseUrl,
    credentials,
    profile,
    permissions,
    ratePerSecond,
    originMs: kept.originMs,
    budget: options.budget ?? null,
    ledger(account: string) {
      const allow = wordsOf(permissions.allow)
      const header = { run, account, baseUrl, mark, startedAt, query, allow }
      return embedded || !permissions.write ? createMemoryLedger(header) : createLedger(stateDir, header)
    },
  }
}

/** @throws SettingsError if the service shows another company than the user named (`account` in the settings) */
async function refuseOtherCompany(
  { printMessage, signal, settings: { account: wanted } }: Contract,
  account: Account,
  masker: Masker,
): Promise<void> {
  if (wanted === null) return
  const { guardAccount } = await import('../run/account-guard.js')
  const outcome = await guardAccount(account, wanted, signal)
  if (outcome.kind === 'mismatch')
    throw new SettingsError('contract.error.account-mismatch', {
      found: masker.maskText(outcome.found),
      wanted: masker.maskText(wanted),
    })
  if (outcome.kind === 'not-shown') printMessage('contract.notice.account-not-shown')
}
