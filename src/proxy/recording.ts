import { setTimeout } from 'node:timers/promises'
import type { MessagePort } from 'node:worker_threads'
import type { Clock } from '../clock.js'
import { systemClock } from '../clock.js'
import type { Exchange } from '../exchange/exchange.js'
import { exchangeLine } from '../exchange/exchange-line.js'
import { createMasker, record, type SecretKind } from '../exchange/masking.js'
import { createTrafficGrader } from '../judging/grade-traffic.js'
import type { GradedTraffic } from '../judging/graded-traffic.js'
import type { RunEndedNote } from '../judging/notes.js'
import type { Profile } from '../specification/profile.js'
import { loadShapesOf } from '../specification/shapes.js'
import { type Ending, type TrafficWatch, watchTraffic } from '../watching/watch-traffic.js'
import { unpack } from './packer.js'
import type { Passed } from './passed.js'
import { rawOf, type Way, wayTo } from './raw-of-passed.js'
import { Repeats } from './repeats.js'

/**
 * Masks, judges and puts into lines what has passed, beside the thread that passes it. The two speak by messages alone, so that it does
 * the same in a thread of its own and, where there is none, in turns of the same.
 */

/** All that the recording needs to know; what a thread can be given. */
export interface RecordingPlan {
  readonly target: string
  /** null: known by its shape. */
  readonly tokenUrl: string | null
  readonly profile: Profile
  readonly toleranceMs: number
  /** Runs after which it ends; null: it goes on until it is stopped. */
  readonly runs: number | null
  /** Milliseconds without a request after which a run has stopped midway. */
  readonly idleMs: number
  /** Milliseconds without a request after which all ends; null: never. */
  readonly timeoutMs: number | null
  /** Masked wherever they pass. */
  readonly secrets: readonly Secret[]
  readonly maxBodyBytes: number
  /** Milliseconds that the bodies of one exchange may take to be made safe. */
  readonly maskingMs: number
  /** Exchanges of each second that are shown; of more the number. */
  readonly mostShown: number
  /** `process.hrtime`, nanoseconds, at which the exchanges' times begin: every thread's clock has a beginning of its own. */
  readonly beganAtNs: bigint
  /** One number: requests that were admitted and are not yet recorded. */
  readonly open: Int32Array
}

export type Secret = readonly [kind: SecretKind, value: string]

export type ToRecording =
  | { readonly kind: 'passed'; readonly packed: ArrayBuffer }
  /** It is to end at once. */
  | { readonly kind: 'stop' }
  /** Nothing will pass any more. */
  | { readonly kind: 'closed' }

export type FromRecording =
  | {
      readonly kind: 'recorded'
      /** How much of what passed is no longer held. */
      readonly bytes: number
      /** Whole lines of the journal. */
      readonly lines: Uint8Array<ArrayBuffer>
      readonly shown: readonly Exchange[]
      /** After those shown. */
      readonly untold: Untold | null
    }
  | { readonly kind: 'note'; readonly note: RunEndedNote }
  /** The listener is to be closed. */
  | { readonly kind: 'close' }
  | ({ readonly kind: 'ended' } & RecordingEnd)
  | { readonly kind: 'failed'; readonly error: Error }

/** Exchanges that are not shown one by one. */
export interface Untold {
  readonly count: number
  readonly last: Exchange
}

export interface RecordingEnd {
  readonly ending: Ending
  readonly graded: GradedTraffic
  readonly seen: number
  /** Bodies of which nothing was kept, for to make them safe took too long. */
  readonly outOfTime: number
}

/** Hears and tells over the port until the watch is over, which is told last. A thread of its own may rest between two pieces of its work. */
export async function recordOn(port: MessagePort, plan: RecordingPlan, rest?: () => void): Promise<void> {
  const tell = (told: FromRecording, transferred: ArrayBuffer[] = []) => port.postMessage(told, transferred)
  const fail = (error: unknown) => tell({ kind: 'failed', error: error as Error })
  const recording = createRecording(plan, await contextOf(plan), { tell, rest })
  let work = Promise.resolve()
  port.on('message', (said: ToRecording) => {
    if (said.kind === 'stop') recording.stop()
    else if (said.kind === 'closed') work = work.then(recording.closed)
    else work = work.then(() => recording.take(said.packed)).catch(fail)
  })
  recording.done.then((end) => tell({ kind: 'ended', ...end }), fail)
}

async function contextOf({ profile, target, tokenUrl, toleranceMs }: RecordingPlan) {
  const shapes = await loadShapesOf(profile)
  return { profile, baseUrl: target, tokenUrl, toleranceMs, underTest: 'application', shapes } as const
}

/**
 * Exchanges between two rests. While this thread holds one core, the system puts whoever is woken on the core of the thread that passes, and leaves them
 * there; a core that is idle every now and then takes them back.
 */
const PIECE = 32
/** No rest while older ones wait: then recording must be as fast as it can, for whoever kills the proxy loses what waits. */
const MOST_LATE_MS = 150

interface Ends {
  readonly tell: (told: FromRecording, transferred?: ArrayBuffer[]) => void
  readonly rest?: (() => void) | undefined
}

interface Recording {
  take(packed: ArrayBuffer): Promise<void>
  stop(): void
  readonly closed: () => void
  readonly done: Promise<RecordingEnd>
}

function createRecording(
  plan: RecordingPlan,
  context: Awaited<ReturnType<typeof contextOf>>,
  { tell, rest }: Ends,
): Recording {
  const { open, runs, idleMs, timeoutMs } = plan
  const grader = createTrafficGrader({ context, runs, idleMs })
  const masker = createMasker({
    maxBodyBytes: plan.maxBodyBytes,
    time: { clock: systemClock, mostMs: plan.maskingMs },
  })
  for (const [kind, value] of plan.secrets) masker.register(kind, value)
  const repeats = new Repeats()
  const way = wayTo(plan.target, plan.tokenUrl)
  const page = createPage(plan.mostShown)
  const flush = (bytes: number) => {
    const { lines, shown, untold } = page.turn()
    tell({ kind: 'recorded', bytes, lines, shown, untold }, [lines.buffer])
  }
  const clock = clockSince(plan.beganAtNs)
  let closed = () => {}
  const isClosed = new Promise<void>((resolve) => {
    closed = resolve
  })
  const watch: TrafficWatch = watchTraffic({
    ...{ grader, timeoutMs, clock, originMs: 0 },
    isBusy: () => Atomics.load(open, 0) > 0,
    onRun(_run, note) {
      flush(0)
      tell({ kind: 'note', note })
    },
    close() {
      tell({ kind: 'close' })
      return isClosed
    },
  })

  return {
    async take(packed) {
      let left = PIECE
      for (const passed of unpack(packed)) {
        const made = repeats.of(passed) ?? recordOne(passed, way, masker)
        const exchange = made instanceof Promise ? await made : made
        repeats.keep(passed, exchange)
        page.add(exchange)
        watch.see(exchange)
        Atomics.sub(open, 0, 1)
        if (--left > 0) continue
        left = PIECE
        if (clock.now() - (passed.answeredAtMs ?? passed.sentAtMs) < MOST_LATE_MS) rest?.()
      }
      flush(packed.byteLength)
    },
    stop: () => watch.stop(),
    closed,
    done: watch.done.then((ending) => ({
      ...{ ending, graded: grader.graded(), seen: grader.seen },
      outOfTime: masker.outOfTime,
    })),
  }
}

function recordOne(
  passed: Passed,
  way: Way,
  masker: ReturnType<typeof createMasker>,
): Exchange | Promise<Exchange> {
  const raw = rawOf(passed, way)
  return raw instanceof Promise ? raw.then((one) => record(one, masker)) : record(raw, masker)
}

/** It wakes a millisecond or two late, which the end of a run can wait for: to be exact takes turns of the loop, twenty times a second. */
function clockSince(beganAtNs: bigint): Clock {
  const aheadMs = Number(process.hrtime.bigint() - beganAtNs) / 1e6 - systemClock.now()
  return {
    ...systemClock,
    now: () => systemClock.now() + aheadMs,
    sleep: (ms, signal) => setTimeout(ms, undefined, signal ? { signal } : {}),
  }
}

/** Gathers what is told of many exchanges at once. */
function createPage(mostShown: number) {
  const lines = new Lines()
  let shown: Exchange[] = []
  let untold: Untold | null = null
  let second = { sinceMs: Number.NEGATIVE_INFINITY, shown: 0 }

  const show = (exchange: Exchange) => {
    const nowMs = performance.now()
    if (nowMs - second.sinceMs >= 1_000) second = { sinceMs: nowMs, shown: 0 }
    if (second.shown++ < mostShown && untold === null) shown.push(exchange)
    else untold = { count: (untold?.count ?? 0) + 1, last: exchange }
  }

  return {
    add(exchange: Exchange) {
      lines.add(exchangeLine(exchange))
      show(exchange)
    },
    turn() {
      const page = { lines: lines.take(), shown, untold }
      shown = []
      untold = null
      return page
    },
  }
}

/** UTF-8 needs no more for a unit of a string. */
const MOST_BYTES_A_UNIT = 3
const FIRST_BYTES = 524_288
/** A buffer that one large body made is not kept. */
const MOST_KEPT_BYTES = 8_388_608

/** Lines in one buffer. Each is written at once: joined, they take six times as long. */
class Lines {
  #buffer = Buffer.from(new ArrayBuffer(FIRST_BYTES))
  #size = 0

  add(line: string): void {
    const most = this.#size + line.length * MOST_BYTES_A_UNIT
    if (most > this.#buffer.length) this.#grow(most)
    this.#size += this.#buffer.write(line, this.#size)
  }

  take(): Uint8Array<ArrayBuffer> {
    const taken = new Uint8Array(this.#buffer.buffer.slice(0, this.#size))
    if (this.#buffer.length > MOST_KEPT_BYTES) this.#buffer = Buffer.from(new ArrayBuffer(FIRST_BYTES))
    this.#size = 0
    return taken
  }

  #grow(bytes: number): void {
    const larger = Buffer.from(new ArrayBuffer(Math.max(bytes, this.#buffer.length * 2)))
    larger.set(this.#buffer.subarray(0, this.#size))
    this.#buffer = larger
  }
}
