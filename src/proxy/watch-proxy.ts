import type { Exchange } from '../exchange/exchange.js'
import type { WatchPlan } from '../exchange/journal.js'
import { createMasker, record, type SecretKind } from '../exchange/masking.js'
import { TrafficGrader } from '../judging/grade-traffic.js'
import type { RunEndedNote } from '../judging/notes.js'
import { IDLE_MS } from '../judging/traffic-run.js'
import { systemClock } from '../node/clock.js'
import type { Profile } from '../specification/profile.js'
import { loadShapesOf } from '../specification/shapes.js'
import { type TrafficWatch, watchPlanOf, watchTraffic } from '../watching/watch-traffic.js'
import type { ForwardedExchange } from './forward.js'
import { type ProxyOptions, startProxy } from './proxy.js'
import { createChannelOf, toRawExchange } from './raw-exchange.js'

export interface WatchOptions
  extends Omit<ProxyOptions, 'onForwarded' | 'onRequest' | 'originMs' | 'keptBodyBytes'> {
  /** null if the token address is to be recognised by its path. */
  readonly tokenUrl?: string | null
  readonly profile: Profile
  readonly toleranceMs: number
  /** Number of judged runs after which watching ends; null: any number. */
  readonly runs: number | null
  /** Milliseconds without a request after which a run, and then watching, ends. null: watching never ends, and a run ends after `IDLE_MS`. */
  readonly timeoutMs: number | null
  /** Known secrets to mask. */
  readonly secrets?: readonly (readonly [kind: SecretKind, value: string])[]
  /** How many bytes of each body are kept. */
  readonly maxBodyBytes?: number
  /** Called for each masked exchange. If it throws, watching ends, and `done` rejects with the error. */
  readonly onExchange?: (exchange: Exchange) => void
  /** Called when a run ends, with the note for the journal. */
  readonly onNote?: (note: RunEndedNote) => void
}

/** Starts the proxy, and records and grades its traffic: the five steps of the homologation as runs, and other requests by the contract. */
export async function watchProxy(options: WatchOptions) {
  const { clock = systemClock, target, profile, tokenUrl = null, toleranceMs, runs, timeoutMs } = options
  const originMs = clock.now()
  const shapes = await loadShapesOf(profile)
  const service = { profile, baseUrl: target, tokenUrl, toleranceMs, shapes }
  const context = { ...service, underTest: 'application' } as const
  const grader = new TrafficGrader({ context, runs, idleMs: timeoutMs ?? IDLE_MS })
  const masker = createMasker({ maxBodyBytes: options.maxBodyBytes })
  for (const [kind, value] of options.secrets ?? []) masker.register(kind, value)
  const channelOf = createChannelOf(target, tokenUrl)
  const { origin } = new URL(target)
  /** How many requests have begun and are not recorded yet. If one cannot be recorded, watching ends. */
  let unrecorded = 0
  /** Resolves when all that have ended are recorded. One is recorded after the other, in the order in which they ended. */
  let recorded = Promise.resolve()
  let watch: TrafficWatch

  const recordNow = async (forwarded: ForwardedExchange): Promise<void> => {
    const exchange = record(await toRawExchange(forwarded, origin, channelOf), masker)
    watch.see(exchange)
    options.onExchange?.(exchange)
    unrecorded--
  }

  const proxy = await startProxy({
    ...options,
    clock,
    originMs,
    keptBodyBytes: masker.maxBodyBytes,
    onRequest: () => unrecorded++,
    onForwarded(forwarded) {
      recorded = recorded.then(() => recordNow(forwarded)).catch((error) => watch.fail(error as Error))
    },
  })
  watch = watchTraffic({
    grader,
    timeoutMs,
    clock,
    originMs,
    isBusy: () => unrecorded > 0,
    onRun: (_run, note) => options.onNote?.(note),
    async close() {
      await proxy.close()
      await recorded
    },
  })
  const done = watch.done.then((ending) => ({
    ending,
    graded: grader.graded(),
    seen: grader.seen, // how many exchanges were recorded
    durationMs: clock.now() - originMs,
  }))
  done.catch(() => undefined) // a caller may ignore `done`
  return {
    proxy,
    grader,
    /** Resolves when enough runs were judged, when no request came in time, or after `stop`. */
    done,
    /** Milliseconds since the start, as exchanges count them. */
    nowMs: () => clock.now() - originMs,
    stop() {
      watch.stop()
      return done
    },
  }
}

/** Returns how the proxy splits its traffic into runs, for the header of the journal. */
export function proxyPlan({ runs, timeoutMs }: Pick<WatchOptions, 'runs' | 'timeoutMs'>): WatchPlan {
  return watchPlanOf({ runs, idleMs: timeoutMs ?? IDLE_MS })
}
