import { randomBytes } from 'node:crypto'
import type { Exchange } from '../exchange/exchange.js'
import { type Masker, record } from '../exchange/masking.js'
import { type ContractJudge, createContractJudge } from '../judging/contract-judge.js'
import { holdBack } from '../judging/hold-back.js'
import { type ContractNote, isOwnAffair } from '../judging/notes.js'
import type { Judgement } from '../rules/finding.js'
import { observers } from '../rules/observers.js'
import type { SeenContext } from '../rules/seen.js'
import type { Account } from '../run/account.js'
import { routeReason, runContract } from '../run/contract/contract.js'
import { ofEmbedded } from '../run/contract/of-embedded.js'
import type { Permissions } from '../run/contract/permissions.js'
import { markOf } from '../run/mark.js'
import type { RunEvent, StopReason } from '../run/run-event.js'
import { stopSentence } from '../run/stop-sentence.js'
import type { Captures, Suite } from '../run/suite.js'
import { integration } from '../specification/route.js'
import { loadShapesOf, type Shapes, withOwnShapes } from '../specification/shapes.js'
import { tellCleaned } from './cleaned.js'
import { contractFindings, readSources, saveBaseline, tellSources } from './contract-findings.js'
import type { ContractOptions } from './contract-options.js'
import { type Intent, intentOf, listOf, meantBy, pacedAt, sharesOf } from './contract-plan.js'
import { guardAccounts, liveUrlOf, openAccounts, type Target, targetOf } from './contract-target.js'
import { faultList, refuseOnLive } from './embedded.js'
import type { Invocation } from './invocation.js'
import { beginRun, exchangesIn, type KeptRun } from './kept-run.js'
import { maskerFor } from './masker-for.js'
import { withOwnRoutes } from './openapi.js'
import type { Outcome } from './outcome.js'
import { type JudgedRun, publishJudged, unlessInterrupted } from './publish.js'
import type { ContractShown } from './stage.js'
import { readTextFile } from './text-file.js'

type Contract = Invocation<ContractOptions>

/** Checks the contract of every resource: reading alone, unless told otherwise. */
export async function run(invocation: Contract): Promise<Outcome> {
  const { options } = invocation
  const list = await faultList(options)
  if (list) return list
  const baseUrl = liveUrlOf(invocation)
  refuseOnLive(baseUrl, { '--fault': options.fault, '--seed': options.seed })
  const intent = await intentOf(invocation, baseUrl === null)
  if (options.list === true) return listOf(intent)
  const target = await targetOf(invocation, baseUrl)
  try {
    const known = await withOwnRoutes(pacedAsAsked(invocation))
    return await contractOnce(await shapedBySuites(known, intent), target, intent)
  } finally {
    await target.close()
  }
}

function pacedAsAsked(invocation: Contract): Contract {
  const { options, settings } = invocation
  return { ...invocation, settings: { ...settings, profile: pacedAt(settings.profile, options.rate) } }
}

/** Work that begins when it is first asked for, and is done once. */
function onceAsked(work: () => Promise<void>) {
  let begin: () => void = () => undefined
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  return { begin: () => begin(), done: begun.then(work) }
}

/** What suites say of shapes goes into the profile, and with it into the journal. */
async function shapedBySuites(invocation: Contract, { plan: { suites } }: Intent): Promise<Contract> {
  if (suites.every(({ shapes }) => shapes === undefined)) return invocation
  const { withWrittenShapes } = await import('../specification/own-shapes.js')
  const { settings } = invocation
  return { ...invocation, settings: { ...settings, profile: withWrittenShapes(settings.profile, suites) } }
}

/** Beyond so many characters of bodies reports read the journal again, and memory stays flat. */
const MOST_HELD_CHARS = 8_000_000
/** Suites of one account at a time: enough to fill a rate in spite of slow answers, and more where nothing is limited. */
const CONCURRENCY = { live: 4, embedded: 8 }

async function contractOnce(invocation: Contract, target: Target, intent: Intent): Promise<Outcome> {
  const { options, clock, signal } = invocation
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
  const shares = sharesOf(options, target.accounts.length, intent.plan)
  const mark = markOf(randomBytes(6).toString('hex'))
  tellTarget(invocation, target, intent.permissions, mark)
  const masker = maskerFor(invocation)
  const watch = watchRun(invocation, kept, { baseUrl, tokenUrl }, { shares, intent })
  const see = (raw: Parameters<typeof record>[0]) => {
    const exchange = record(raw, masker)
    watch.keep(exchange)
    if (isOwnAffair(exchange)) return
    if (!exchange.sentAgain) sources.learn(exchange)
    watch.see(exchange)
  }
  const opening = { intent, kept, mark, query: sharedQuery(captures), masker, see, accounts: [] as Account[] }
  const { accounts } = opening
  try {
    await openAccounts(invocation, target, opening)
    await guardAccounts(invocation, target, opening)
    const { stopped } = await runContract({
      accounts: accounts.map((account, i) => ({ account, suites: shares[i] ?? [] })),
      concurrency: embedded && intent.ratePerSecond === null ? CONCURRENCY.embedded : CONCURRENCY.live,
      captures: { ...captures, mark: { text: JSON.stringify(mark), value: mark } },
      cleansUp: !embedded && intent.permissions.write,
      signal,
      onEvent: watch.event,
      onCleaned(cleaned) {
        watch.progress.end()
        tellCleaned(invocation, cleaned, mark)
      },
    })
    watch.progress.end()
    watch.loadShapes()
    await watch.judged
    tellStopped(invocation, stopped, kept, masker)
    const ended = stopped === null && !isOutOfBudget(options.budget, accounts)
    const { judgement, end } = contractFindings(watch.judge, sources, ended, clock.wall())
    watch.note(end)
    if (options.updateBaseline === true) await saveBaseline(invocation, sources)
    tellSources(invocation, sources)
    const outcome = await publish(invocation, kept, {
      ...{ judgement, exchanges: watch.exchanges, outOfTime: masker.outOfTime },
    })
    return unlessInterrupted(outcome, stopped?.code === 'interrupted')
  } finally {
    watch.progress.end()
    for (const account of accounts) account.close()
    await kept.journal.close()
  }
}

/** Everybody who sees what a contract run sends: journal, judge, and whoever looks on. */
interface ContractWatch {
  readonly judge: ContractJudge
  /** Resolves when everything that was sent is judged. */
  readonly judged: Promise<void>
  readonly progress: ContractShown
  /** Loads what answers are judged by, unless that has begun: it does with the first request. */
  readonly loadShapes: () => void
  readonly note: (noted: ContractNote) => void
  readonly keep: (exchange: Exchange) => void
  readonly see: (exchange: Exchange) => void
  readonly event: (event: RunEvent) => void
  /** From the first, afresh on each call. */
  readonly exchanges: () => Iterable<Exchange> | AsyncIterable<Exchange>
}

function watchRun(
  { options, settings, stage }: Contract,
  { journal }: KeptRun,
  addresses: { readonly baseUrl: string; readonly tokenUrl: string | null },
  { shares, intent }: { readonly shares: readonly (readonly Suite[])[]; readonly intent: Intent },
): ContractWatch {
  const planned = shares.flat()
  const meant = meantBy(intent.plan, planned)
  const context: SeenContext & { shapes: Shapes | null } = {
    ...{ profile: settings.profile, ...addresses },
    shapes: null,
  }
  const judge = createContractJudge({ context, observers, ...meant })
  const loading = onceAsked(async () => {
    context.shapes = withOwnShapes(await loadShapesOf(settings.profile), intent.plan.suites)
  })
  const note = (noted: ContractNote) => journal.note(noted)
  note({ kind: 'contract-plan', ...meant, leastRoutes: options.minRoutes ?? null })
  const held = holdExchanges(journal.path)
  const steps = planned.reduce((sum, { steps }) => sum + steps.length, 0)
  const progress = stage.contract(steps, intent.ratePerSecond)
  const { see, done: judged } = holdBack(loading.done, (exchange) =>
    progress.see(exchange, judge.see(exchange)),
  )
  return {
    ...{ judge, judged, progress, note, see, exchanges: held.all },
    keep(exchange) {
      journal.append(exchange)
      held.add(exchange)
    },
    loadShapes: loading.begin,
    event(event) {
      // the first request leaves before the processor is busy with what judges its answer
      if (event.kind === 'sending') setImmediate(loading.begin)
      if (event.kind !== 'not-reached') return
      const { step } = event
      const reason = `contract.reason.${routeReason(event.reason)}`
      judge.notReached(step, reason)
      note({ kind: 'contract-step', step, reason })
      progress.skip()
    },
  }
}

async function capturesOf({ options, settings }: Contract): Promise<Captures> {
  const { samples: file } = options
  if (file === undefined) return settings.baseUrl === null ? ofEmbedded : {}
  const { readSamples } = await import('../run/user-files.js')
  return readSamples(await readTextFile(file, settings.cwd), file)
}

/** The shared parameters whose values are known from the beginning. */
function sharedQuery(captures: Captures): Record<string, string | number> {
  const known = Object.keys(integration).flatMap((name) => {
    const value = captures[`query ${name}`]?.value
    return typeof value === 'string' || typeof value === 'number' ? [[name, value] as const] : []
  })
  return Object.fromEntries(known)
}

function isOutOfBudget(budget: number | undefined, accounts: readonly Account[]): boolean {
  return budget !== undefined && accounts.some(({ gate }) => gate.sent >= budget)
}

function tellTarget(
  { tell, catalogue: { ui } }: Contract,
  target: Target,
  permissions: Permissions,
  mark: string,
) {
  const { baseUrl, seed, embedded } = target
  tell(embedded ? 'contract.target.embedded' : 'contract.target.live', { baseUrl, seed })
  if (!permissions.write) tell('contract.mode.read-only')
  else tell('contract.mode.write', { mark, allowed: allowedText(permissions, ui) })
}

function allowedText({ embedded, allow }: Permissions, ui: Contract['catalogue']['ui']): string {
  if (embedded) return ui['contract.writing.all']
  const everything = allow.everything ? [ui['contract.writing.everything']] : []
  return [...everything, ...allow.families, ...allow.routes].join(', ')
}

function tellStopped(
  { tell, catalogue, lang }: Contract,
  stopped: StopReason | null,
  kept: KeptRun,
  masker: Masker,
): void {
  if (stopped === null) return
  kept.journal.note({ kind: 'stopped', code: stopped.code })
  tell('cli.stopped', { why: masker.maskText(stopSentence(stopped, catalogue, lang)) })
}

function holdExchanges(path: string) {
  const first: Exchange[] = []
  let chars = 0
  return {
    add(exchange: Exchange) {
      chars += sizeOf(exchange)
      if (chars <= MOST_HELD_CHARS) first.push(exchange)
    },
    all: (): Iterable<Exchange> | AsyncIterable<Exchange> =>
      chars <= MOST_HELD_CHARS ? first : exchangesIn(path),
  }
}

function sizeOf({ request, answer }: Exchange): number {
  return 1_000 + (request.body?.text?.length ?? 0) + (answer?.body?.text?.length ?? 0)
}

async function publish(
  invocation: Contract,
  { dir, header, journal, originMs }: KeptRun,
  { judgement, ...recorded }: { readonly judgement: Judgement } & Pick<JudgedRun, 'exchanges' | 'outOfTime'>,
): Promise<Outcome> {
  await journal.close()
  const { minRoutes: leastRoutes = null } = invocation.options
  return publishJudged(invocation, {
    ...{ dir, header, ...recorded, notes: journal.notes, journalPath: journal.path, isNew: true },
    judged: { judgement, traffic: null, leastRoutes },
    durationMs: invocation.clock.now() - originMs,
  })
}
