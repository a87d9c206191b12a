import { systemClock } from '../clock.js'
import type { Exchange } from '../exchange/exchange.js'
import type { WatchPlan } from '../exchange/journal.js'
import { KEPT_BODY_BYTES } from '../exchange/masking.js'
import type { RunEndedNote } from '../judging/notes.js'
import { IDLE_MS } from '../judging/traffic-run.js'
import { settling } from '../settling.js'
import type { Profile } from '../specification/profile.js'
import { watchPlanOf } from '../watching/watch-traffic.js'
import { type ProxyListener, type ProxyOptions, startProxy } from './proxy.js'
import { openRecorder } from './recorder.js'
import type { FromRecording, RecordingEnd, RecordingPlan, Secret, Untold } from './recording.js'

/** A proxy whose traffic is graded as it passes: the five steps as runs, every other route by the contract. */
export interface WatchOptions
  extends Omit<ProxyOptions, 'onPassed' | 'admit' | 'originMs' | 'keptBodyBytes'> {
  /** null: known by its shape. */
  readonly tokenUrl?: string | null
  readonly profile: Profile
  readonly toleranceMs: number
  /** Runs after which it ends; null: it goes on until it is stopped. */
  readonly runs: number | null
  /** Milliseconds without a request after which a run, and then the proxy, ends; null: never. */
  readonly timeoutMs: number | null
  /** Masked wherever they pass, beside what is found. */
  readonly secrets?: readonly Secret[]
  /** Bytes of each body that are kept. Default: {@link KEPT_BODY_BYTES}. */
  readonly maxBodyBytes?: number
  /** Milliseconds that the bodies of one exchange may take to be made safe. Default: as long as it takes. */
  readonly maskingMs?: number
  /** Exchanges of each second that are shown. Default: all. */
  readonly mostShown?: number
  /** Takes whole lines of the journal. What it throws ends the watch, and is what `done` rejects with. */
  readonly onLines?: (lines: Uint8Array) => void
  /** Hears of each exchange that is shown, once it is recorded. */
  readonly onExchange?: (exchange: Exchange) => void
  readonly onUntold?: (untold: Untold) => void
  /** Hears of each run's end, as the journal keeps it. */
  readonly onNote?: (note: RunEndedNote) => void
}

export interface WatchedProxy {
  readonly proxy: ProxyListener
  /** Resolves when enough runs were judged, nobody called in time, or it was stopped. */
  readonly done: Promise<WatchEnd>
  stop(): Promise<WatchEnd>
}

interface WatchEnd extends RecordingEnd {
  readonly durationMs: number
}

export async function watchProxy(options: WatchOptions): Promise<WatchedProxy> {
  const { clock = systemClock } = options
  const originMs = clock.now()
  const plan = recordingPlan(options)
  const { promise: ended, resolve, reject } = settling<RecordingEnd>()
  ended.catch(() => undefined)
  let proxy: ProxyListener | null = null
  const recorder = await openRecorder(plan, (told) => {
    try {
      hear(told)
    } catch (error) {
      reject(error)
    }
  })

  function hear(told: FromRecording): void {
    if (told.kind === 'recorded') {
      if (told.lines.length > 0) options.onLines?.(told.lines)
      for (const exchange of told.shown) options.onExchange?.(exchange)
      if (told.untold) options.onUntold?.(told.untold)
    } else if (told.kind === 'note') options.onNote?.(told.note)
    else if (told.kind === 'close') void proxy?.close().then(() => recorder.closed())
    else if (told.kind === 'ended') resolve(told)
    else reject(told.error)
  }

  const { maxBodyBytes: keptBodyBytes } = plan
  const { admit, add: onPassed } = recorder
  proxy = await startProxy({ ...options, clock, originMs, keptBodyBytes, admit, onPassed }).catch((error) => {
    recorder.end()
    throw error
  })
  const done = ended
    .then((end) => ({ ...end, durationMs: clock.now() - originMs }))
    .finally(async () => {
      recorder.end()
      await proxy?.close()
    })
  return {
    proxy,
    done,
    stop() {
      recorder.stop()
      return done
    },
  }
}

/** What the recording of such a proxy is told. */
export function recordingPlan(
  options: Omit<WatchOptions, 'onLines' | 'onExchange' | 'onUntold' | 'onNote'>,
): RecordingPlan {
  const { target, profile, toleranceMs, runs, timeoutMs, secrets = [] } = options
  return {
    ...{ target, profile, toleranceMs, runs, timeoutMs, secrets },
    tokenUrl: options.tokenUrl ?? null,
    idleMs: timeoutMs ?? IDLE_MS,
    maxBodyBytes: options.maxBodyBytes ?? KEPT_BODY_BYTES,
    maskingMs: options.maskingMs ?? Number.POSITIVE_INFINITY,
    mostShown: options.mostShown ?? Number.POSITIVE_INFINITY,
    beganAtNs: process.hrtime.bigint(),
    open: new Int32Array(new SharedArrayBuffer(4)),
  }
}

/** How a proxy's traffic is cut into runs, for the journal's header. */
export function proxyPlan({ runs, timeoutMs }: Pick<WatchOptions, 'runs' | 'timeoutMs'>): WatchPlan {
  return watchPlanOf({ runs, idleMs: timeoutMs ?? IDLE_MS })
}
