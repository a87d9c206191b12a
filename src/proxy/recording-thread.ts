import { parentPort, workerData } from 'node:worker_threads'
import { LOWEST, yieldToOtherThreads } from '../priority.js'
import { type RecordingPlan, recordOn } from './recording.js'

/** What runs in the thread that records: see {@link recordOn}. */
if (parentPort) {
  yieldToOtherThreads(LOWEST)
  await recordOn(parentPort, workerData as RecordingPlan)
}
