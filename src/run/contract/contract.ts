/**
 * Runs the contract's suites: on every account side by side, the suites of one account as many at a time as its pacer can
 * feed. It judges nothing; exchanges and events are all that comes of it, and the records left behind.
 */
import { isUnreachable } from '../../exchange/exchange.js'
import type { Account } from '../account.js'
import { createRefusals } from '../refusals.js'
import type { AccountStop, RunEvent, StopReason } from '../run-event.js'
import type { Captures, Suite } from '../suite.js'
import { type CleanedRecord, cleanUp, inAccount } from './cleanup.js'
import type { RouteReason } from './plan.js'

export interface ContractRunOptions {
  readonly accounts: readonly AccountWork[]
  /** Suites of one account at a time. Default 4: enough to fill a rate in spite of slow answers. */
  readonly concurrency?: number
  /** What steps may need from the beginning: the mark, the user's samples. */
  readonly captures: Captures
  /** Whether what was created is deleted at the end; not needed where the service forgets anyway. */
  readonly cleansUp: boolean
  readonly signal?: AbortSignal
  readonly onEvent?: (event: RunEvent, account: string | null) => void
  /** Hears what became of the records that the suites left, also where something threw. */
  readonly onCleaned?: (cleaned: readonly CleanedRecord[]) => void
}

interface AccountWork {
  readonly account: Account
  readonly suites: readonly Suite[]
}

export interface ContractRunOutcome {
  /** Why accounts ended early; empty where every suite came to its end. */
  readonly stops: readonly AccountStop[]
  /** What became of the records that the suites left. */
  readonly cleaned: readonly CleanedRecord[]
}

const FEW = 4
/** Failures to reach the service, one after the other, after which nobody waits for the rest. */
const MOST_UNREACHED = 8
/** Time-outs of one that has not answered yet. What found no connection goes out once more, and may find one. */
const MOST_SILENT = 4

/** @throws what an event's listener or the sender threw, after every account was cleaned */
export async function runContract(options: ContractRunOptions): Promise<ContractRunOutcome> {
  const outcomes = await Promise.all(options.accounts.map((work) => runAccount(work, options)))
  const cleaned = outcomes.flatMap((outcome) => outcome.cleaned)
  options.onCleaned?.(cleaned)
  const fault = outcomes.find((outcome) => 'thrown' in outcome)
  if (fault !== undefined && 'thrown' in fault) throw fault.thrown
  const stops = outcomes.flatMap((outcome) =>
    'stopped' in outcome && outcome.stopped ? [outcome.stopped] : [],
  )
  return { stops, cleaned }
}

type AccountOutcome = { readonly cleaned: readonly CleanedRecord[] } & (
  | { readonly stopped: AccountStop | null }
  | { readonly thrown: unknown }
)

/** Whatever throws, the records go first. */
async function runAccount(work: AccountWork, options: ContractRunOptions): Promise<AccountOutcome> {
  const ended = await runSuites(work, options).then(
    (stopped) => ({ stopped: stopped && ofAccount(stopped, work.account) }),
    (thrown: unknown) => ({ thrown }),
  )
  const cleaned = options.cleansUp ? await cleanUp(work.account) : []
  return { ...ended, cleaned: inAccount(cleaned, work.account.name) }
}

function ofAccount(stopped: StopReason, { name }: Account): AccountStop {
  return name === null || stopped.code === 'interrupted' ? stopped : { ...stopped, account: name }
}

/** What ends one suite early, such as a token that cannot be renewed, ends them all. */
async function runSuites(
  { account, suites }: AccountWork,
  options: ContractRunOptions,
): Promise<StopReason | null> {
  const { concurrency = FEW, captures, onEvent = () => undefined } = options
  const end = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, end.signal]) : end.signal
  let stopped: StopReason | null = null
  let streak = 0
  let hasAnswered = false
  const hear = (event: RunEvent) => {
    onEvent(event, account.name)
    if (event.kind !== 'answered') return
    const failure = event.exchange.failure?.kind
    hasAnswered ||= failure === undefined
    streak = failure !== undefined && (isUnreachable(failure) || failure === 'timeout') ? streak + 1 : 0
    const most = failure === 'timeout' && !hasAnswered ? MOST_SILENT : MOST_UNREACHED
    if (streak < most || failure === undefined || stopped) return
    stopped = { code: 'no-answer', step: event.step, failure }
    end.abort()
  }
  const refusals = createRefusals()
  const waiting = [...suites]
  const work = async () => {
    for (let suite = waiting.shift(); suite; suite = waiting.shift()) {
      if (stopped) {
        tellNotReached(suite, stopped, hear)
        continue
      }
      const outcome = await account.run(suite, {
        signal,
        captures,
        refusals,
        onEvent: hear,
      })
      stopped ??= options.signal?.aborted ? { code: 'interrupted' } : outcome.stopped
      if (stopped) end.abort()
    }
  }
  const workers = Array.from({ length: Math.min(concurrency, suites.length) }, () =>
    work().catch((error: unknown) => {
      // the others end before anybody closes their connections
      end.abort()
      throw error
    }),
  )
  for (const ended of await Promise.allSettled(workers)) if (ended.status === 'rejected') throw ended.reason
  return stopped ?? refusals.stop
}

function tellNotReached({ steps }: Suite, reason: StopReason, emit: (event: RunEvent) => void): void {
  for (const { id } of steps) emit({ kind: 'not-reached', step: id, reason })
}

/** Why a step was not reached, as a reason of its route. */
export function routeReason(reason: StopReason): RouteReason {
  if (reason.code === 'not-permitted') return reason.because
  if (reason.code === 'missing-capture')
    return reason.captures.some((name) => name.startsWith('query ')) ? 'no-parameter' : 'no-identifier'
  return reason.code === 'no-answer' || reason.code === 'refused-route' ? reason.code : 'stopped'
}
