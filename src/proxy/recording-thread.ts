import { parentPort, workerData } from 'node:worker_threads'
import { type RecordingPlan, recordOn } from './recording.js'

/** What runs in the thread that records: see {@link recordOn}. */
if (parentPort) await recordOn(parentPort, workerData as RecordingPlan)
