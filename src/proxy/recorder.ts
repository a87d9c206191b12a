import { openThreadLine } from '../thread-line.js'
import { Packer } from './packer.js'
import type { Passed } from './passed.js'
import type { FromRecording, RecordingPlan, ToRecording } from './recording.js'

/** The near end of a recording: what passed goes in, what became of it comes out. */
export interface Recorder {
  /** Lets a request begin, at once or when what waits has become less. Each that is admitted must be added. */
  admit(begin: () => void): void
  add(passed: Passed): void
  /** Ends the watch at once; what passed before is recorded. */
  stop(): void
  /** Nothing more will be added. */
  closed(): void
  /** Ends the thread, whatever it still does. */
  end(): void
}

/**
 * What is handed over together: a moment's, or so many bytes. Whoever kills the proxy loses that, and what is being recorded; what comes after a quiet
 * moment is handed over at once.
 */
const MOMENT_MS = 50
const BATCH_BYTES = 1_000_000
/** Exchanges that are packed in one go: one at a time costs many times more, and what lies long grows old in memory. */
const PACKED_AT_ONCE = 64
/** Bytes that may wait to be recorded: some seconds of a storm. Then requests wait, so that memory has an end. */
const MOST_WAITING_BYTES = 64_000_000

export async function openRecorder(
  plan: RecordingPlan,
  hear: (told: FromRecording) => void,
  mostWaitingBytes = MOST_WAITING_BYTES,
): Promise<Recorder> {
  const line = await openThreadLine('recording-thread.js', plan, {
    here: async (port) => (await import('./recording.js')).recordOn(port, plan),
    onLost: (error) => hear({ kind: 'failed', error }),
  })
  const say = (said: ToRecording, transferred: ArrayBuffer[] = []) => line.port.postMessage(said, transferred)
  const batch = new Packer()
  let loose: Passed[] = []
  let looseBytes = 0
  let waitingBytes = 0
  let timer: NodeJS.Timeout | null = null
  let flushedAtMs = Number.NEGATIVE_INFINITY
  const held: (() => void)[] = []

  const pack = () => {
    for (const one of loose) batch.add(one)
    loose = []
    looseBytes = 0
  }
  const flush = () => {
    if (timer) clearTimeout(timer)
    timer = null
    flushedAtMs = performance.now()
    pack()
    if (batch.size === 0) return
    const packed = batch.take()
    waitingBytes += packed.byteLength
    say({ kind: 'passed', packed }, [packed])
  }
  const isFull = () => waitingBytes > mostWaitingBytes
  line.port.on('message', (told: FromRecording) => {
    if (told.kind === 'recorded') waitingBytes -= told.bytes
    hear(told)
    while (held.length > 0 && !isFull()) held.shift()?.()
  })

  return {
    admit(begin) {
      Atomics.add(plan.open, 0, 1)
      if (isFull()) held.push(begin)
      else begin()
    },
    add(passed) {
      loose.push(passed)
      looseBytes += passed.sent.keptBytes + passed.received.keptBytes
      if (batch.size + looseBytes >= BATCH_BYTES) flush()
      else if (loose.length >= PACKED_AT_ONCE) pack()
      timer ??= setTimeout(flush, Math.max(0, flushedAtMs + MOMENT_MS - performance.now()))
    },
    stop: () => say({ kind: 'stop' }),
    closed() {
      flush()
      say({ kind: 'closed' })
    },
    end: line.end,
  }
}
