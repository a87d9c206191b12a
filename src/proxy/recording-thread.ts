import { parentPort, workerData } from 'node:worker_threads'
import { yieldToOtherThreads } from '../priority.js'
import { type RecordingPlan, recordOn } from './recording.js'

/** What runs in the thread that records: see {@link recordOn}. */
if (parentPort) {
  yieldToOtherThreads()
  await recordOn(parentPort, workerData as RecordingPlan)
}
