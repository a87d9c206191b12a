import { type Clock, systemClock } from '../clock.js'
import type { Exchange } from '../exchange/exchange.js'
import type { WatchPlan } from '../exchange/journal.js'
import { createMasker, type Masker } from '../exchange/masking.js'
import { createTrafficGrader, type GradedRun, type TrafficGrader } from '../judging/grade-traffic.js'
import type { RunEndedNote } from '../judging/notes.js'
import type { Profile } from '../specification/profile.js'
import { loadShapes } from '../specification/shapes.js'
import { type Ending, type TrafficWatch, watchPlanOf, watchTraffic } from '../watching/watch-traffic.js'
import { type ProxyListener, type ProxyOptions, startProxy } from './proxy.js'

/** A proxy whose traffic is graded as it passes: the five steps as runs, every other route by the contract. */
export interface WatchOptions extends Omit<ProxyOptions, 'onExchange' | 'masker' | 'clock'> {
  readonly profile: Profile
  readonly toleranceMs: number
  /** Runs after which it ends; null: it goes on until it is stopped. */
  readonly runs: number | null
  /** Milliseconds without a request after which a run, and then the proxy, ends; null: never. */
  readonly timeoutMs: number | null
  readonly clock?: Clock
  readonly masker?: Masker
  readonly onExchange?: (exchange: Exchange) => void
  readonly onRun?: (run: GradedRun) => void
  /** Hears of each run's end, as the journal keeps it. */
  readonly onNote?: (note: RunEndedNote) => void
}

export interface WatchedProxy {
  readonly proxy: ProxyListener
  readonly grader: TrafficGrader
  readonly context: Parameters<typeof createTrafficGrader>[0]['context']
  /** Resolves when enough runs were judged, nobody called in time, or it was stopped. */
  readonly done: Promise<WatchEnd>
  stop(): Promise<WatchEnd>
}

export interface WatchEnd {
  readonly ending: Ending
  readonly durationMs: number
}

/** Where no time was set, a run that waits so long has stopped midway. */
const IDLE_MS = 60_000

export async function watchProxy(options: WatchOptions): Promise<WatchedProxy> {
  const { clock = systemClock, masker = createMasker(), timeoutMs, runs } = options
  const originMs = clock.now()
  const context = {
    profile: options.profile,
    baseUrl: options.target,
    tokenUrl: options.tokenUrl ?? null,
    toleranceMs: options.toleranceMs,
    underTest: 'application',
    shapes: await loadShapes(),
  } as const
  const plan = { runs, idleMs: timeoutMs ?? IDLE_MS }
  const grader = createTrafficGrader({ context, ...plan })
  let watch: TrafficWatch | null = null

  const proxy = await startProxy({
    ...options,
    clock,
    masker,
    originMs,
    onExchange(exchange) {
      options.onExchange?.(exchange)
      watch?.see(exchange)
    },
  })

  const isBusy = () => proxy.underWay > 0
  watch = watchTraffic({
    ...{ grader, clock, originMs, timeoutMs, isBusy },
    onRun(run, note) {
      options.onNote?.(note)
      options.onRun?.(run)
    },
    close: () => proxy.close(),
  })

  const done = watch.done.then((ending) => ({ ending, durationMs: clock.now() - originMs }))
  return {
    proxy,
    grader,
    context,
    done,
    stop() {
      watch.stop()
      return done
    },
  }
}

/** How a proxy's traffic is cut into runs, for the journal's header. */
export function proxyPlan({ runs, timeoutMs }: Pick<WatchOptions, 'runs' | 'timeoutMs'>): WatchPlan {
  return watchPlanOf({ runs, idleMs: timeoutMs ?? IDLE_MS })
}
