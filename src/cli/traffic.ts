import type { TrafficShown } from '../commands/stage.js'
import type { Presenting } from './present.js'

/** Each exchange that passes, a line on standard error. */
export function showTraffic(_presenting: Presenting): TrafficShown {
  return { request() {}, end() {} }
}
