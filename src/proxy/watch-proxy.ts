import { type Clock, systemClock } from '../clock.js'
import type { Exchange } from '../exchange/exchange.js'
import { createMasker, type Masker } from '../exchange/masking.js'
import { createTrafficGrader, type GradedRun, type TrafficGrader } from '../judging/grade-traffic.js'
import type { Profile } from '../specification/profile.js'
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
  readonly ending: 'runs' | 'timeout' | 'stopped'
  readonly durationMs: number
}

const TICK_MS = 50
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
  } as const
  const grader = createTrafficGrader({ context, idleMs: timeoutMs ?? IDLE_MS })
  let lastActivityMs = originMs

  const settle = (ended: readonly GradedRun[]) => {
    for (const run of ended) {
      lastActivityMs = clock.now()
      options.onRun?.(run)
    }
  }

  const proxy = await startProxy({
    ...options,
    clock,
    masker,
    originMs,
    onExchange(exchange) {
      lastActivityMs = clock.now()
      options.onExchange?.(exchange)
      settle(grader.see(exchange))
    },
  })

  const stopping = new AbortController()

  async function watch(): Promise<WatchEnd['ending']> {
    while (!stopping.signal.aborted) {
      const nowMs = clock.now()
      settle(grader.pass(nowMs - originMs, () => proxy.underWay > 0))
      const { pass, fail, incomplete } = grader.counts
      if (runs !== null && pass + fail + incomplete >= runs) return 'runs'
      const isQuiet = grader.splitter.open.length === 0 && proxy.underWay === 0
      if (timeoutMs !== null && isQuiet && nowMs - lastActivityMs >= timeoutMs) return 'timeout'
      await clock.sleep(TICK_MS, stopping.signal).catch(() => undefined)
    }
    return 'stopped'
  }

  async function conclude(): Promise<WatchEnd> {
    const ending = await watch()
    await proxy.close()
    settle(grader.end())
    return { ending, durationMs: clock.now() - originMs }
  }

  const done = conclude()
  return {
    proxy,
    grader,
    context,
    done,
    stop() {
      stopping.abort()
      return done
    },
  }
}
