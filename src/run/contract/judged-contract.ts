/** A whole run of the contract: opens the account, runs the plan, and judges the exchanges as they come. */

import type { Exchange } from '../../exchange/exchange.js'
import { type Masker, record } from '../../exchange/masking.js'
import type { RawExchange } from '../../exchange/raw.js'
import { ContractJudge, isHousekeeping } from '../../judging/contract-judge.js'
import type { ContractNote } from '../../judging/notes.js'
import { deferred } from '../../node/deferred.js'
import type { SeenContext } from '../../rules/context.js'
import type { ObservedBreach } from '../../rules/observer.js'
import { observers } from '../../rules/observers.js'
import { userAgent } from '../../settings/version.js'
import { routeName } from '../../specification/route.js'
import { loadShapesOf, type Shapes, withOwnShapes } from '../../specification/shapes.js'
import { type Account, type AccountOptions, openAccount } from '../account.js'
import type { RunEvent, StopReason } from '../run-event.js'
import type { CleanedRecord } from './cleanup.js'
import { routeReason, runContract } from './contract.js'
import type { Plan } from './plan.js'
import { identifiersNamedIn } from './references.js'

export interface JudgedContractOptions
  extends Omit<AccountOptions, 'userAgent' | 'named' | 'onSecret' | 'onExchange'> {
  readonly plan: Plan
  /** The text that the run writes into every record that it creates. */
  readonly mark: string
  readonly masker: Masker
  readonly listeners: ContractListeners
  /** Checks the account before anything is sent to it. */
  readonly guard?: (account: Account) => Promise<void>
  readonly signal?: AbortSignal | undefined
}

export interface ContractListeners {
  /** Called with each exchange, masked, in the order in which they end. */
  readonly onExchange: (exchange: Exchange) => void
  /** Called with each exchange once it was judged. */
  readonly onJudged?: (exchange: Exchange, breaches: readonly ObservedBreach[]) => void
  /** Called with notes for the journal, so that the recording can be judged in the same way later. */
  readonly onNote?: (note: ContractNote) => void
  /** Called with what became of the records that the suites left. */
  readonly onCleaned?: (cleaned: readonly CleanedRecord[]) => void
}

/** A run of the contract that has ended and was judged. */
interface JudgedContract {
  readonly judge: ContractJudge
  /** Why the run ended early; null if every suite reached its end. */
  readonly stopped: StopReason | null
  /** Whether everything was sent that was planned; false if the budget was used up. */
  readonly ended: boolean
}

/** The number of suites that run side by side against the embedded service, where no rate limits the requests. */
const EMBEDDED_CONCURRENCY = 8

/**
 * Runs the contract of the planned resources against a service: sends, records, judges, and cleans up. The command and the
 * library use it.
 * @throws what {@link openAccount}, the guard and the listeners throw, after the account was cleaned up and closed
 */
export async function runJudgedContract(options: JudgedContractOptions): Promise<JudgedContract> {
  const { plan, mark, masker, listeners, guard, signal, ...opening } = options
  const { permissions, ratePerSecond } = opening
  const judging = judgeAsSent(options)
  const account = await openAccount({
    ...opening,
    userAgent,
    named: identifiersNamedIn(plan.captures),
    onSecret: (kind, value) => masker.register(kind, value),
    onExchange: judging.see,
  })
  try {
    await guard?.(account)
    const { stopped } = await runContract({
      account,
      suites: plan.suites,
      ...(permissions.embedded && ratePerSecond === null && { concurrency: EMBEDDED_CONCURRENCY }),
      captures: { ...plan.captures, mark: { text: JSON.stringify(mark), value: mark } },
      cleansUp: !permissions.embedded && permissions.write,
      onEvent: judging.event,
      signal,
      onCleaned: listeners.onCleaned,
    })
    return { judge: await judging.done(), stopped, ended: stopped === null && !account.gate.isOutOfBudget }
  } finally {
    account.close()
  }
}

/**
 * Judges exchanges as they come, one after the other. The schemas that the judge needs are loaded when the first request is
 * sent; exchanges that end earlier wait for them.
 */
function judgeAsSent(options: JudgedContractOptions) {
  const { credentials, plan, profile, baseUrl, masker, listeners, permissions } = options
  const mark = permissions.write && !permissions.embedded ? options.mark : null
  const { tokenUrl } = credentials
  const planned = plannedSteps(plan)
  const context: SeenContext & { shapes: Shapes | null } = { profile, baseUrl, tokenUrl, mark, shapes: null }
  const judge = new ContractJudge({ context, observers, ...planned })
  const loadingStart = deferred<void>()
  const loaded = loadingStart.promise.then(async () => {
    context.shapes = withOwnShapes(await loadShapesOf(profile), plan.suites)
  })
  const judgeOne = (exchange: Exchange) => {
    const breaches = judge.see(exchange)
    // requests of clean-up belong to no planned step
    if (!isHousekeeping(exchange)) listeners.onJudged?.(exchange, breaches)
  }
  let judged: Promise<void> = loaded
  // `done` reports a failure; until then it must not count as an unhandled rejection
  loaded.catch(() => undefined)
  listeners.onNote?.({ kind: 'contract-plan', ...planned, mark })

  return {
    see(raw: RawExchange): void {
      const exchange = record(raw, masker)
      listeners.onExchange(exchange)
      judged = judged.then(() => judgeOne(exchange))
      judged.catch(() => undefined)
    },
    event(event: RunEvent): void {
      // loading keeps the processor busy, so the first request is sent before
      if (event.kind === 'sending') setImmediate(loadingStart.resolve)
      if (event.kind !== 'not-reached') return
      const { step } = event
      const reason = `contract.reason.${routeReason(event.reason)}`
      judge.markNotReached(step, reason)
      listeners.onNote?.({ kind: 'contract-step', step, reason })
    },
    async done(): Promise<ContractJudge> {
      loadingStart.resolve()
      await judged
      return judge
    },
  }
}

/** Returns the steps that the run will send, and the routes that it will not call, with the reasons: keys of the catalogue. */
export function plannedSteps({ suites, routes }: Plan) {
  const steps = new Map(
    suites.flatMap((suite) => suite.steps.map(({ id, title }) => [id, { id, route: title }] as const)),
  )
  const notPlanned = routes.flatMap(({ route, reason }) =>
    reason === null ? [] : [{ route: routeName(route), reason: `contract.reason.${reason}` }],
  )
  return { steps: [...steps.values()], notPlanned }
}
