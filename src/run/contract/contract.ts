/**
 * Runs the contract's suites, as many in parallel as the account's pacer can feed. It judges nothing: it produces
 * exchanges, events, and the list of records left in the account.
 */
import { isUnreachable } from '../../exchange/exchange.js'
import type { Account } from '../account.js'
import { createRefusals } from '../refusals.js'
import type { RunEvent, StopReason } from '../run-event.js'
import type { Captures, Suite } from '../suite.js'
import { type CleanedRecord, cleanUp } from './cleanup.js'
import type { RouteReason } from './plan.js'

export interface ContractRunOptions {
  readonly account: Account
  readonly suites: readonly Suite[]
  /** Suites at a time. Default 4: enough to fill a rate in spite of slow responses. */
  readonly concurrency?: number
  /** Captures that steps may need from the start: the mark and the user's samples. */
  readonly captures: Captures
  /** Whether what was created is deleted at the end; not needed where the service forgets anyway. */
  readonly cleansUp: boolean
  readonly signal?: AbortSignal | undefined
  readonly onEvent?: (event: RunEvent) => void
  /** Hears what became of the records that the suites left, also where something threw. */
  readonly onCleaned?: ((cleaned: readonly CleanedRecord[]) => void) | undefined
}

export interface ContractRunOutcome {
  /** Why the run ended early; null where every suite came to its end. */
  readonly stopped: StopReason | null
  /** The fate of each record that the suites left. */
  readonly cleaned: readonly CleanedRecord[]
}

const FEW = 4
/** After this many failures in a row to reach the service, the run stops. */
const MOST_UNREACHED = 8
/**
 * After this many time-outs without any response so far, the run stops. A request without a connection is sent once
 * more, and may then find one.
 */
const MOST_SILENT = 4

/** Records are cleaned up before anything that was thrown goes on. @throws what an event's listener or the sender threw */
export async function runContract(options: ContractRunOptions): Promise<ContractRunOutcome> {
  const ended = await runSuites(options).then(
    (stopped) => ({ stopped }),
    (thrown: unknown) => ({ thrown }),
  )
  const cleaned = options.cleansUp ? await cleanUp(options.account) : []
  options.onCleaned?.(cleaned)
  if ('thrown' in ended) throw ended.thrown
  return { ...ended, cleaned }
}

/** Runs the suites. A reason that ends one of them early, such as a token that cannot be renewed, ends them all. */
async function runSuites(options: ContractRunOptions): Promise<StopReason | null> {
  const { account, suites, concurrency = FEW, onEvent = () => undefined } = options
  const end = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, end.signal]) : end.signal
  let stopped: StopReason | null = null
  let streak = 0
  let hasResponded = false
  const hear = (event: RunEvent) => {
    onEvent(event)
    if (event.kind !== 'responded') return
    const failure = event.exchange.failure?.kind
    hasResponded ||= failure === undefined
    streak = failure !== undefined && (isUnreachable(failure) || failure === 'timeout') ? streak + 1 : 0
    const most = failure === 'timeout' && !hasResponded ? MOST_SILENT : MOST_UNREACHED
    if (streak < most || failure === undefined || stopped) return
    stopped = { code: 'no-answer', step: event.step, failure }
    end.abort()
  }
  const refusals = createRefusals()
  let captures = options.captures
  const waiting = suites.filter(({ runsFirst }) => !runsFirst)
  const run = async (suite: Suite): Promise<Captures> => {
    if (stopped) {
      for (const { id } of suite.steps) hear({ kind: 'not-reached', step: id, reason: stopped })
      return captures
    }
    const outcome = await account.run(suite, { signal, captures, refusals, onEvent: hear })
    stopped ??= options.signal?.aborted ? { code: 'interrupted' } : outcome.stopped
    if (stopped) end.abort()
    return outcome.captures
  }
  const work = async () => {
    for (let suite = waiting.shift(); suite; suite = waiting.shift()) await run(suite)
  }
  for (const first of suites.filter(({ runsFirst }) => runsFirst)) captures = await run(first)
  const workers = Array.from({ length: Math.min(concurrency, suites.length) }, () =>
    work().catch((error: unknown) => {
      // the others end before anybody closes their connections
      end.abort()
      throw error
    }),
  )
  for (const ended of await Promise.allSettled(workers)) if (ended.status === 'rejected') throw ended.reason
  return stopped ?? refusals.stopReason
}

/** Why a step was not reached, as a reason of its route. */
export function routeReason(reason: StopReason): RouteReason {
  if (reason.code === 'not-permitted') return reason.because
  if (reason.code === 'missing-capture')
    return reason.captures.some((name) => name.startsWith('query ')) ? 'no-parameter' : 'no-identifier'
  return reason.code === 'no-answer' || reason.code === 'refused-route' ? reason.code : 'stopped'
}
