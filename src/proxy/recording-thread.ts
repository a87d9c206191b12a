import { parentPort, workerData } from 'node:worker_threads'
import { LOWEST, yieldToOtherThreads } from '../priority.js'
import { type RecordingPlan, recordOn } from './recording.js'

/** Long enough for the system to find the core idle. */
const REST_MS = 0.4

/** Wakes no one. */
const nobody = new Int32Array(new SharedArrayBuffer(4))

/** Where a rest may take as long as a tick of the clock, and priorities are none of a thread's, there is none. */
const rest = process.platform === 'linux' ? () => void Atomics.wait(nobody, 0, 0, REST_MS) : undefined

/** What runs in the thread that records: see {@link recordOn}. */
if (parentPort) {
  yieldToOtherThreads(LOWEST)
  await recordOn(parentPort, workerData as RecordingPlan, rest)
}
