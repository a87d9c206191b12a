import { MOST_SHOWN_A_SECOND, type TrafficShown } from '../app/stage.js'
import { trafficLines } from '../report/traffic-line.js'
import { fill } from '../words/catalogue.js'
import { lookOf, type Presenting } from './present.js'

const SECOND_MS = 1000

/** Each exchange that passes, a line on standard error. */
export function showTraffic(presenting: Presenting): TrafficShown {
  const { io, settings, catalogue, lang } = presenting
  const lineOf = trafficLines(settings.profile.hash.header, lookOf(presenting, io.errIsTty))
  let sinceMs = Number.NEGATIVE_INFINITY
  let told = 0
  let count = 0
  const catchUp = () => {
    if (count > 0) io.say(`${fill(catalogue.ui['watch.more'], { count }, lang)}\n`)
    count = 0
  }
  return {
    request(exchange) {
      const line = lineOf(exchange)
      const nowMs = io.clock.now()
      if (nowMs - sinceMs >= SECOND_MS) {
        catchUp()
        sinceMs = nowMs
        told = 0
      }
      if (++told <= MOST_SHOWN_A_SECOND) io.say(`${line}\n`)
      else count++
    },
    end: catchUp,
  }
}
