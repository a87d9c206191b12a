import { randomBytes } from 'node:crypto'
import { contractSuites } from '../../suites/index.js'
import type { Credentials } from '../client/tokens.js'
import type { Exchange } from '../exchange/exchange.js'
import { readJournal } from '../exchange/journal.js'
import { createMasker, type Masker, record } from '../exchange/masking.js'
import { type ContractJudge, createContractJudge } from '../judging/contract-judge.js'
import { holdBack } from '../judging/hold-back.js'
import { type ContractNote, isOwnAffair } from '../judging/notes.js'
import { reportOf } from '../report/report-of.js'
import { nameLatest, writeReports } from '../report/write-reports.js'
import type { Judgement } from '../rules/finding.js'
import { observers } from '../rules/observers.js'
import type { SeenContext } from '../rules/seen.js'
import { type Account, openAccount } from '../run/account.js'
import { routeReason, runContract } from '../run/contract/contract.js'
import { createLedger, memoryLedger } from '../run/contract/ledger.js'
import { nothingAllowed, type Permissions, readAllowance } from '../run/contract/permissions.js'
import { type Plan, planContract } from '../run/contract/plan.js'
import { readShard, shareOf } from '../run/contract/shard.js'
import { ContractInputError } from '../run/input-error.js'
import { markOf } from '../run/mark.js'
import type { RunEvent, StopReason } from '../run/run-event.js'
import { stopSentence } from '../run/stop-sentence.js'
import type { Captures, Suite } from '../run/suite.js'
import { routeName } from '../specification/route.js'
import { loadShapes, type Shapes } from '../specification/shapes.js'
import { userAgent } from '../version.js'
import { fill } from '../words/catalogue.js'
import { SettingsError } from '../words/errors.js'
import { tellCleaned } from './cleanup.js'
import type { ExitStatus, Invocation } from './command.js'
import { contractFindings, readSources, saveBaseline, tellSources } from './contract-findings.js'
import { listPlan } from './contract-list.js'
import { type ContractProgress, showContractProgress } from './contract-progress.js'
import { leastRoutesOf } from './contract-report.js'
import { faultsOf, integerOf, listFaults, refuseOnLive, startEmbedded, wantsFaultList } from './embedded.js'
import { beginRun, exitStatus, type KeptRun, metaOf, pageRenderer, show } from './kept-run.js'
import { readTextFile } from './text-file.js'

/** Checks the contract of every resource: reading alone, unless told otherwise. */
export async function run(invocation: Invocation): Promise<ExitStatus> {
  if (wantsFaultList(invocation)) {
    await listFaults(invocation)
    return 0
  }
  const { options } = invocation
  const baseUrl = liveUrlOf(invocation)
  if (baseUrl !== null) refuseOnLive(invocation, { '--fault': options.fault, '--seed': options.seed })
  leastRoutesOf(invocation)
  const permissions = permissionsOf(invocation, baseUrl === null)
  const plan = await planOf(invocation, permissions)
  const ratePerSecond = rateOf(invocation, baseUrl === null)
  if (options.list === true) {
    listPlan(invocation, plan, ratePerSecond)
    return 0
  }
  const target = await targetOf(invocation, baseUrl)
  try {
    return await contractOnce(invocation, target, plan, permissions, ratePerSecond)
  } finally {
    await target.close()
  }
}

interface Target {
  readonly baseUrl: string
  readonly embedded: boolean
  readonly seed: string | null
  readonly accounts: readonly TargetAccount[]
  readonly close: () => Promise<void>
}

interface TargetAccount {
  readonly name: string | null
  readonly credentials: Credentials
  readonly account: string | null
}

/** `--target docs-test` names the test address of the interface reference. */
function liveUrlOf({ options, settings }: Invocation): string | null {
  if (options.target === 'live' && settings.baseUrl === null) throw new SettingsError('settings.target-live')
  if (options.target !== 'docs-test') return settings.baseUrl
  if (settings.docsTestUrl === null) throw new ContractInputError('contract.error.no-docs-test-url', {})
  return settings.docsTestUrl
}

function permissionsOf({ options }: Invocation, embedded: boolean): Permissions {
  const names = listOf(options.allow).flatMap((text) => text.split(','))
  const { allow, unknown } = readAllowance(names)
  const [first] = unknown
  if (first !== undefined) throw new ContractInputError('contract.error.unknown-allow', { name: first })
  const write = options.write === true
  if (write && !embedded && names.length === 0)
    throw new ContractInputError('contract.error.write-needs-allow', {})
  return { embedded, write, allow: names.length === 0 ? nothingAllowed : allow }
}

async function planOf(invocation: Invocation, permissions: Permissions): Promise<Plan> {
  const { args, options, settings } = invocation
  const suites: Suite[] = Object.values(contractSuites)
  for (const file of listOf(options.suite)) {
    const { loadUserSuites } = await import('../run/user-files.js')
    const { resolve } = await import('node:path')
    suites.push(...(await loadUserSuites(resolve(settings.cwd, file))))
  }
  const ids = suites.map(({ id }) => id)
  const unknown = args.find((name) => !ids.includes(name))
  if (unknown !== undefined)
    throw new ContractInputError('contract.error.unknown-resource', { name: unknown, known: ids.join(', ') })
  const tags = listOf(options.tag)
  const known = new Set(suites.flatMap(({ steps }) => steps.flatMap((step) => step.tags ?? [])))
  const strange = tags.find((tag) => !known.has(tag))
  if (strange !== undefined)
    throw new ContractInputError('contract.error.unknown-tag', {
      tag: strange,
      known: [...known].sort().join(', '),
    })
  return planContract({ suites, selected: args, tags, permissions })
}

function rateOf({ options, settings }: Invocation, embedded: boolean): number | null {
  if (options.rate === undefined) return embedded ? null : (settings.profile.rate.perSecond ?? 3)
  const rate = Number(options.rate)
  if (!(rate > 0) || !Number.isFinite(rate))
    throw new ContractInputError('contract.error.number', { name: '--rate', text: String(options.rate) })
  return rate
}

async function targetOf(invocation: Invocation, baseUrl: string | null): Promise<Target> {
  const { settings, options } = invocation
  if (baseUrl === null) return embeddedTarget(invocation)
  const { credentials, account } = settings
  const single = [{ name: null, credentials, account }]
  const accounts = options.accounts === undefined ? single : await accountsOf(invocation)
  if (accounts === single) refuseWithoutToken(credentials)
  return { baseUrl, embedded: false, seed: null, accounts, close: async () => {} }
}

async function accountsOf({ options, settings, io }: Invocation): Promise<readonly TargetAccount[]> {
  const file = String(options.accounts)
  const { readAccounts } = await import('../run/accounts.js')
  return readAccounts(await readTextFile(file, settings.cwd), file, io.env, settings.credentials.tokenUrl)
}

function refuseWithoutToken({ accessToken, refreshToken, tokenCommand }: Credentials): void {
  if (accessToken === null && refreshToken === null && tokenCommand === null)
    throw new SettingsError('settings.no-token')
}

async function embeddedTarget({ settings, options }: Invocation): Promise<Target> {
  const { service, listener } = await startEmbedded({
    profile: settings.profile,
    invalidateAt: 'never',
    ...(typeof options.seed === 'string' ? { seed: options.seed } : {}),
    ...(await faultsOf(options.fault)),
  })
  const credentials = { ...service.credentials, tokenCommand: null, tokenUrl: listener.tokenUrl }
  return {
    baseUrl: listener.baseUrl,
    embedded: true,
    seed: service.seed,
    accounts: [{ name: null, credentials, account: null }],
    close: () => listener.close(),
  }
}

/** Beyond so many characters of bodies reports read the journal again, and memory stays flat. */
const MOST_HELD_CHARS = 8_000_000
/** Suites of one account at a time: enough to fill a rate in spite of slow answers, and more where nothing is limited. */
const CONCURRENCY = { live: 4, embedded: 8 }

async function contractOnce(
  invocation: Invocation,
  target: Target,
  plan: Plan,
  permissions: Permissions,
  ratePerSecond: number | null,
): Promise<ExitStatus> {
  const { io, settings, options } = invocation
  const { baseUrl, embedded, seed } = target
  const tokenUrl = target.accounts[0]?.credentials.tokenUrl ?? null
  const sources = await readSources(invocation, baseUrl)
  const captures = await capturesOf(invocation)
  const kept = await beginRun(invocation, {
    baseUrl,
    tokenUrl,
    embedded,
    toleranceMs: 0,
    seed,
    source: 'run',
  })
  const shares = sharesOf(invocation, target, plan)
  const planned = shares.flatMap(({ suites }) => suites)
  const mark = markOf(randomBytes(6).toString('hex'))
  tellTarget(invocation, target, permissions, mark)
  const masker = createMasker()
  const meant = meantBy(plan, planned)
  const context: SeenContext & { shapes: Shapes | null } = {
    ...{ profile: settings.profile, baseUrl, tokenUrl },
    shapes: null,
  }
  const judge = createContractJudge({ context, observers, ...meant })
  const note = (noted: ContractNote) => kept.journal.note(noted)
  note({ kind: 'contract-plan', ...meant, leastRoutes: leastRoutesOf(invocation) })
  const held = holdExchanges(kept.journal.path)
  const total = planned.reduce((sum, { steps }) => sum + steps.length, 0)
  const progress = showContractProgress(invocation, total, ratePerSecond)
  const shaped = loadShapes().then((shapes) => {
    context.shapes = shapes
  })
  const judged = holdBack(shaped, (exchange) => progress.see(exchange, judge.see(exchange)))
  const see = (raw: Parameters<typeof record>[0]) => {
    const exchange = record(raw, masker)
    kept.journal.append(exchange)
    held.add(exchange)
    if (isOwnAffair(exchange)) return
    sources.learn(exchange)
    judged.see(exchange)
  }
  const accounts: Account[] = []
  try {
    await openAccounts(invocation, target, { permissions, ratePerSecond, kept, mark, masker, see, accounts })
    await guardAccounts(invocation, target, accounts, masker)
    const outcome = await runContract({
      accounts: accounts.map((account, i) => ({ account, suites: shares[i]?.suites ?? [] })),
      concurrency: embedded && ratePerSecond === null ? CONCURRENCY.embedded : CONCURRENCY.live,
      captures: { ...captures, mark: { text: JSON.stringify(mark), value: mark } },
      cleansUp: !embedded && permissions.write,
      signal: io.signal,
      onEvent: (event) => noteEvent(event, judge, note, progress),
      onCleaned: (cleaned) => {
        progress.end()
        tellCleaned(invocation, cleaned, mark)
      },
    })
    await judged.done
    progress.end()
    tellStopped(invocation, outcome.stopped, kept, masker)
    const ended = outcome.stopped === null && !isOutOfBudget(options.budget, accounts)
    const { judgement, end } = contractFindings(judge, sources, ended, io.clock.wall())
    note(end)
    if (options.updateBaseline === true) await saveBaseline(invocation, sources)
    tellSources(invocation, sources)
    const status = await publish(invocation, kept, judgement, held)
    return outcome.stopped?.code === 'interrupted' ? 130 : status
  } finally {
    progress.end()
    for (const account of accounts) account.close()
    await kept.journal.close()
  }
}

async function capturesOf({ options, settings }: Invocation): Promise<Captures> {
  if (options.samples === undefined) return {}
  const file = String(options.samples)
  const { readSamples } = await import('../run/user-files.js')
  return readSamples(await readTextFile(file, settings.cwd), file)
}

/** Each account runs every suite; a shard takes its part of all of them together. */
function sharesOf({ options }: Invocation, { accounts }: Target, plan: Plan): { suites: Suite[] }[] {
  const shard = options.shard === undefined ? { part: 1, parts: 1 } : readShard(String(options.shard))
  if (shard === null) throw new ContractInputError('contract.error.shard', { text: String(options.shard) })
  const units = accounts.flatMap((_, account) => plan.suites.map((suite) => ({ account, suite })))
  const mine = shareOf(units, ({ suite }) => suite.steps.length, shard)
  return accounts.map((_, account) => ({
    suites: mine.filter((unit) => unit.account === account).map(({ suite }) => suite),
  }))
}

/** The steps that this run means to send, and the routes that it does not, with their reasons. */
function meantBy(plan: Plan, mine: readonly Suite[]) {
  const steps = new Map(
    mine.flatMap(({ steps }) => steps.map(({ id, title }) => [id, { id, route: title }] as const)),
  )
  const routes = new Set([...steps.values()].map(({ route }) => route))
  const notPlanned = plan.routes
    .map(({ route, reason }) => ({ route: routeName(route), reason: reason ?? ('other-shard' as const) }))
    .filter(({ route }) => !routes.has(route))
    .map(({ route, reason }) => ({ route, reason: `contract.reason.${reason}` }))
  return { steps: [...steps.values()], notPlanned }
}

interface Opening {
  readonly permissions: Permissions
  readonly ratePerSecond: number | null
  readonly kept: KeptRun
  readonly mark: string
  readonly masker: Masker
  readonly see: (raw: Parameters<typeof record>[0]) => void
  /** Filled as they open, so that whoever failed closes those before it. */
  readonly accounts: Account[]
}

async function openAccounts(invocation: Invocation, target: Target, opening: Opening): Promise<void> {
  const { settings, options } = invocation
  const { kept, mark, masker, permissions, ratePerSecond } = opening
  const { embedded, baseUrl } = target
  const budget = integerOf(options.budget, '--budget', 1, 100_000_000) ?? null
  const store = embedded
    ? null
    : (await import('../client/token-store.js')).createTokenStore(settings.stateDir, {
        retriesSpent: settings.tokenRetry,
      })
  let count = 0
  for (const { name, credentials } of target.accounts) {
    const account = await openAccount({
      ...{
        name,
        baseUrl,
        credentials,
        profile: settings.profile,
        userAgent,
        store,
        permissions,
        budget,
        ratePerSecond,
      },
      lock: embedded ? null : accountLock(invocation),
      ledger: (key) => {
        const header = { run: kept.header.id, account: key, baseUrl, mark, startedAt: kept.header.startedAt }
        return embedded || !permissions.write ? memoryLedger(header) : createLedger(settings.stateDir, header)
      },
      timeoutMs: settings.timeoutMs,
      network: settings.network,
      originMs: kept.originMs,
      nextId: () => `e${++count}`,
      onSecret: (kind, value) => masker.register(kind, value),
      onExchange: opening.see,
    })
    opening.accounts.push(account)
  }
}

export function accountLock({ io, catalogue, lang, command }: Invocation) {
  return {
    command: `homologa ${command}`,
    onWaiting: (holder: { command: string; pid: number; since: string }) =>
      io.err(`${fill(catalogue.ui['client.account-waiting'], { ...holder }, lang)}\n`),
    onLocked: (lock: { release(): void }) => {
      process.once('exit', () => lock.release())
    },
  }
}

/** @throws ContractInputError where the service shows another company than the one that was named */
async function guardAccounts(
  { io, catalogue }: Invocation,
  target: Target,
  accounts: readonly Account[],
  masker: Masker,
): Promise<void> {
  if (target.embedded) return
  for (const [i, account] of accounts.entries()) {
    const wanted = target.accounts[i]?.account ?? null
    if (wanted === null) continue
    const { guardAccount } = await import('../run/account-guard.js')
    const outcome = await guardAccount(account, wanted, io.signal)
    if (outcome.kind === 'mismatch') {
      const found = masker.maskText(outcome.found)
      throw new ContractInputError('contract.error.account-mismatch', {
        found,
        wanted: masker.maskText(wanted),
      })
    }
    if (outcome.kind === 'not-shown') io.err(`${catalogue.ui['contract.notice.account-not-shown']}\n`)
  }
}

function noteEvent(
  event: RunEvent,
  judge: ContractJudge,
  note: (noted: ContractNote) => void,
  progress: ContractProgress,
): void {
  if (event.kind !== 'not-reached') return
  const { step } = event
  const reason = `contract.reason.${routeReason(event.reason)}`
  judge.notReached(step, reason)
  note({ kind: 'contract-step', step, reason })
  progress.skip()
}

function isOutOfBudget(budget: unknown, accounts: readonly Account[]): boolean {
  return budget !== undefined && accounts.some(({ gate }) => gate.sent >= Number(budget))
}

function tellTarget(
  { io, catalogue, lang }: Invocation,
  target: Target,
  permissions: Permissions,
  mark: string,
): void {
  const { ui } = catalogue
  const { baseUrl, seed, embedded } = target
  const key = embedded ? 'contract.target.embedded' : 'contract.target.live'
  io.err(`${fill(ui[key], { baseUrl, seed }, lang)}\n`)
  if (!permissions.write) io.err(`${ui['contract.mode.read-only']}\n`)
  else io.err(`${fill(ui['contract.mode.write'], { mark, allowed: allowedText(permissions, ui) }, lang)}\n`)
}

function allowedText({ embedded, allow }: Permissions, ui: Invocation['catalogue']['ui']): string {
  if (embedded) return ui['contract.writing.all']
  const everything = allow.everything ? [ui['contract.writing.everything']] : []
  return [...everything, ...allow.families, ...allow.routes].join(', ')
}

function tellStopped(
  { io, catalogue, lang }: Invocation,
  stopped: StopReason | null,
  kept: KeptRun,
  masker: Masker,
): void {
  if (stopped === null) return
  kept.journal.note({ kind: 'stopped', code: stopped.code })
  io.err(`${masker.maskText(stopSentence(stopped, catalogue, lang))}\n`)
}

interface HeldExchanges {
  add(exchange: Exchange): void
  /** From the first, afresh on each call. */
  all(): Iterable<Exchange> | AsyncIterable<Exchange>
  /** The first ones, for the terminal. */
  readonly first: readonly Exchange[]
}

function holdExchanges(path: string): HeldExchanges {
  const first: Exchange[] = []
  let chars = 0
  return {
    first,
    add(exchange) {
      chars += sizeOf(exchange)
      if (chars <= MOST_HELD_CHARS) first.push(exchange)
    },
    all: () => (chars <= MOST_HELD_CHARS ? first : fromJournal(path)),
  }
}

function sizeOf({ request, answer }: Exchange): number {
  return 1_000 + (request.body?.text?.length ?? 0) + (answer?.body?.text?.length ?? 0)
}

async function* fromJournal(path: string): AsyncGenerator<Exchange, void> {
  yield* (await readJournal(path)).exchanges
}

async function publish(
  invocation: Invocation,
  kept: KeptRun,
  judgement: Judgement,
  held: HeldExchanges,
): Promise<ExitStatus> {
  const { catalogue, lang, settings, io, commandLine } = invocation
  const durationMs = Math.round(io.clock.now() - kept.originMs)
  const meta = { ...metaOf(kept.header), durationMs, repeats: 0 }
  const leastRoutes = leastRoutesOf(invocation)
  const report = reportOf(meta, { judgement, traffic: null, leastRoutes }, catalogue, lang)
  await kept.journal.close()
  const files = await writeReports(kept.dir, {
    ...{ report, judgement, header: kept.header, catalogue, repeatCommand: commandLine },
    notes: kept.journal.notes,
    exchanges: held.all,
    ...(await pageRenderer()),
  })
  if (settings.reportDir === null) await nameLatest(kept.dir)
  show(invocation, report, held.first, [kept.journal.path, ...files])
  return exitStatus(report.verdict)
}

function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? (value as string[]) : value === undefined ? [] : [String(value)]
}
