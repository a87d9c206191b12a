import type { Stage } from '../app/stage.js'
import { showContractProgress } from './contract-progress.js'
import { openLog } from './log.js'
import type { Presenting } from './present.js'
import { showProgress } from './progress.js'
import { showTraffic } from './traffic.js'

/** Standard error, where a run can be watched. */
export function terminalStage(presenting: Presenting): Stage {
  return {
    clear: () => presenting.io.errIsTty && presenting.io.err('\u001b[2J\u001b[H'),
    steps: (steps) => showProgress(presenting, steps),
    contract: (steps, ratePerSecond) => showContractProgress(presenting, steps, ratePerSecond),
    traffic: () => showTraffic(presenting),
    log: (masker, kind) => openLog(presenting, masker, kind),
  }
}
