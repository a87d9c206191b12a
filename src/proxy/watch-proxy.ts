import type { Exchange } from '../exchange/exchange.js'
import type { WatchPlan } from '../exchange/journal.js'
import { createMasker, record, type SecretKind } from '../exchange/masking.js'
import { TrafficGrader } from '../judging/grade-traffic.js'
import type { GradedTraffic } from '../judging/graded-traffic.js'
import type { RunEndedNote } from '../judging/notes.js'
import { IDLE_MS } from '../judging/traffic-run.js'
import { systemClock } from '../node/clock.js'
import type { Profile } from '../specification/profile.js'
import { loadShapesOf } from '../specification/shapes.js'
import { type Ending, type TrafficWatch, watchPlanOf, watchTraffic } from '../watching/watch-traffic.js'
import type { ForwardedExchange } from './forward.js'
import { type ProxyListener, type ProxyOptions, startProxy } from './proxy.js'
import { createChannelOf, toRawExchange } from './raw-exchange.js'

/** A proxy whose traffic is graded as it passes: the five steps as runs, every other route by the contract. */
export interface WatchOptions
  extends Omit<ProxyOptions, 'onForwarded' | 'onRequest' | 'originMs' | 'keptBodyBytes'> {
  /** null: known by its path. */
  readonly tokenUrl?: string | null
  readonly profile: Profile
  readonly toleranceMs: number
  /** Runs after which it ends; null: it goes on until it is stopped. */
  readonly runs: number | null
  /** Milliseconds without a request after which a run, and then the proxy, ends; null: never. */
  readonly timeoutMs: number | null
  /** Values that are masked wherever they appear, beside those that are found. */
  readonly secrets?: readonly (readonly [kind: SecretKind, value: string])[]
  /** Bytes of each body that are kept. */
  readonly maxBodyBytes?: number
  /** Called for each exchange once it is masked and graded. An error that it throws ends the watch, and `done` rejects with it. */
  readonly onExchange?: (exchange: Exchange) => void
  /** Called for the end of each run, as the journal keeps it. */
  readonly onNote?: (note: RunEndedNote) => void
}

export interface WatchedProxy {
  readonly proxy: ProxyListener
  readonly grader: TrafficGrader
  /** Milliseconds on the exchanges' clock. */
  nowMs(): number
  /** Resolves when enough runs were judged, nobody connected in time, or it was stopped. */
  readonly done: Promise<WatchEnd>
  stop(): Promise<WatchEnd>
}

interface WatchEnd {
  readonly ending: Ending
  readonly graded: GradedTraffic
  /** Exchanges that were recorded. */
  readonly seen: number
  readonly durationMs: number
}

export async function watchProxy(options: WatchOptions): Promise<WatchedProxy> {
  const { clock = systemClock, target, profile, tokenUrl = null, toleranceMs, runs, timeoutMs } = options
  const originMs = clock.now()
  const shapes = await loadShapesOf(profile)
  const context = {
    profile,
    baseUrl: target,
    tokenUrl,
    toleranceMs,
    underTest: 'application',
    shapes,
  } as const
  const grader = new TrafficGrader({ context, runs, idleMs: timeoutMs ?? IDLE_MS })
  const masker = createMasker(
    options.maxBodyBytes === undefined ? {} : { maxBodyBytes: options.maxBodyBytes },
  )
  for (const [kind, value] of options.secrets ?? []) masker.register(kind, value)
  const channelOf = createChannelOf(target, tokenUrl)
  const { origin } = new URL(target)
  /** Requests that have begun and are not recorded yet. */
  let open = 0
  let recorded = Promise.resolve()
  let watch: TrafficWatch

  const recordOne = async (forwarded: ForwardedExchange): Promise<void> => {
    const exchange = record(await toRawExchange(forwarded, origin, channelOf), masker)
    watch.see(exchange)
    options.onExchange?.(exchange)
    open--
  }

  const proxy = await startProxy({
    ...options,
    clock,
    originMs,
    keptBodyBytes: masker.maxBodyBytes,
    onRequest: () => open++,
    onForwarded(forwarded) {
      recorded = recorded.then(() => recordOne(forwarded)).catch((error) => watch.fail(error as Error))
    },
  })
  watch = watchTraffic({
    grader,
    timeoutMs,
    clock,
    originMs,
    isBusy: () => open > 0,
    onRun: (_run, note) => options.onNote?.(note),
    async close() {
      await proxy.close()
      await recorded
    },
  })
  const done = watch.done.then((ending) => ({
    ending,
    graded: grader.graded(),
    seen: grader.seen,
    durationMs: clock.now() - originMs,
  }))
  done.catch(() => undefined)
  return {
    proxy,
    grader,
    done,
    nowMs: () => clock.now() - originMs,
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
