/**
 * Runs the contract's suites, as many in parallel as the account's pacer can feed. It judges nothing: it produces
 * exchanges, events, and the list of records left in the account.
 */
import { type FailureKind, isUnreachable } from '../../exchange/exchange.js'
import type { Account } from '../account.js'
import { createRefusals } from '../refusals.js'
import type { RunEvent, StopReason } from '../run-event.js'
import type { Captures, Suite } from '../suite.js'
import { type CleanedRecord, cleanUp } from './cleanup.js'
import type { RouteReason } from './plan.js'

export interface ContractRunOptions {
  readonly account: Account
  readonly suites: readonly Suite[]
  /** The number of suites that run side by side. Default 4: enough to use the whole rate in spite of slow responses. */
  readonly concurrency?: number
  /** The captures that every suite starts with: the mark and the user's samples. */
  readonly captures: Captures
  /** Whether created records are deleted at the end. Not needed for the embedded service, which forgets them. */
  readonly cleansUp: boolean
  readonly signal?: AbortSignal | undefined
  readonly onEvent?: (event: RunEvent) => void
  /**
   * Called with what became of the records that the suites left, even if the run threw an error. Not called if clean-up itself throws:
   * then the ledger still lists the records.
   */
  readonly onCleaned?: ((cleaned: readonly CleanedRecord[]) => void) | undefined
}

export interface ContractRunOutcome {
  /** Why the run ended early; null if every suite reached its end. */
  readonly stopped: StopReason | null
  /** The result of clean-up for each record that the suites left. */
  readonly cleaned: readonly CleanedRecord[]
}

const CONCURRENCY = 4
/** The run stops after so many failures in a row to reach the service. */
const MOST_UNREACHED = 8
/** After so many time-outs in a row it stops if there was no response at all so far, because each costs the whole time limit. */
const MOST_SILENT = 4

/**
 * Runs the suites, then cleans up, even if the run was interrupted or threw an error.
 * @throws what a listener or the sender threw: the error of the run if there is one, else that of clean-up
 */
export async function runContract(options: ContractRunOptions): Promise<ContractRunOutcome> {
  const [run] = await Promise.allSettled([runSuites(options)])
  const [cleaning] = await Promise.allSettled([cleanUpAndReport(options)])
  if (run.status === 'rejected') throw run.reason
  if (cleaning.status === 'rejected') throw cleaning.reason
  return { stopped: run.value, cleaned: cleaning.value }
}

async function cleanUpAndReport({ account, cleansUp, onCleaned }: ContractRunOptions) {
  const cleaned = cleansUp ? await cleanUp(account) : []
  onCleaned?.(cleaned)
  return cleaned
}

/** Runs the suites. A reason that ends one of them early, such as a token that cannot be renewed, ends them all. */
async function runSuites(options: ContractRunOptions): Promise<StopReason | null> {
  const { account, suites, concurrency = CONCURRENCY, onEvent = () => undefined } = options
  const end = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, end.signal]) : end.signal
  const refusals = createRefusals()
  const tooManyFailures = createFailureCounter()
  let captures = options.captures
  let stopped: StopReason | null = null

  function receive(event: RunEvent): void {
    onEvent(event)
    if (event.kind !== 'responded') return
    const failure = tooManyFailures(event.exchange.failure?.kind)
    if (failure === null || stopped) return
    stopped = { code: 'no-answer', step: event.step, failure }
    end.abort()
  }

  async function run(suite: Suite): Promise<Captures> {
    if (stopped) {
      for (const { id } of suite.steps) receive({ kind: 'not-reached', step: id, reason: stopped })
      return captures
    }
    const outcome = await account.run(suite, { signal, captures, refusals, onEvent: receive })
    stopped ??= options.signal?.aborted ? { code: 'interrupted' } : outcome.stopped
    if (stopped) end.abort()
    return outcome.captures
  }

  // the other suites start with the captures of these
  for (const first of suites.filter(({ runsFirst }) => runsFirst)) captures = await run(first)
  const waiting = suites.filter(({ runsFirst }) => !runsFirst)
  async function work(): Promise<void> {
    for (let suite = waiting.shift(); suite; suite = waiting.shift()) await run(suite)
  }
  const workers = Array.from({ length: Math.min(concurrency, suites.length) }, () =>
    work().catch((error: unknown) => {
      // the other workers must end before anybody closes their connections
      end.abort()
      throw error
    }),
  )
  for (const result of await Promise.allSettled(workers))
    if (result.status === 'rejected') throw result.reason
  // a refused token that no later success has shown to be valid leaves the run without a verdict
  return stopped ?? refusals.stopReason
}

/** Returns a function that counts failures in a row to reach the service. It returns the failure that is one too many, else null. */
function createFailureCounter() {
  let failures = 0
  let hasResponded = false
  return (failure: FailureKind | undefined): FailureKind | null => {
    hasResponded ||= failure === undefined
    const isUnreached = failure !== undefined && (isUnreachable(failure) || failure === 'timeout')
    failures = isUnreached ? failures + 1 : 0
    const most = failure === 'timeout' && !hasResponded ? MOST_SILENT : MOST_UNREACHED
    return failure !== undefined && failures >= most ? failure : null
  }
}

/** Converts why a step was not reached into the reason that a report gives for its route. */
export function routeReason(reason: StopReason): RouteReason {
  if (reason.code === 'not-permitted') return reason.because
  // a capture `query …` is the value of a query parameter, which only the user knows
  if (reason.code === 'missing-capture')
    return reason.captures.some((name) => name.startsWith('query ')) ? 'no-parameter' : 'no-identifier'
  return reason.code === 'no-answer' || reason.code === 'refused-route' ? reason.code : 'stopped'
}
