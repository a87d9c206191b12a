import { getPriority, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { type RecordingPlan, recordOn } from './recording.js'

const PRIORITY = 10

/** What runs in the thread that records: see {@link recordOn}. */
if (parentPort) {
  yieldToThoseWhoPass()
  await recordOn(parentPort, workerData as RecordingPlan)
}

/** Linux alone knows priorities of threads; elsewhere this would hold for the whole process. Who forbids it loses nothing but speed. */
function yieldToThoseWhoPass(): void {
  if (process.platform !== 'linux') return
  try {
    if (getPriority() < PRIORITY) setPriority(PRIORITY)
  } catch {}
}
