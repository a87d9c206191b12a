import type { WaitingShown } from '../app/stage.js'
import { awaitedOf } from '../examine/board.js'
import type { Examination } from '../examine/examination.js'
import { trafficLines } from '../report/traffic-line.js'
import { fill } from '../words/catalogue.js'
import { durationText } from '../words/numerals.js'
import { lookOf, type Presenting } from './present.js'

const FRAME_MS = 100
/** Requests shown one by one; more would only scroll past. */
const MAX_TOLD = 200

/** Each request as it passes, on standard error. On a terminal a line below counts down to the request that is due. */
export function showWaiting(presenting: Presenting): WaitingShown {
  const { io, settings, catalogue, lang } = presenting
  const lineOf = trafficLines(settings.profile.hash.header, lookOf(presenting, io.errIsTty))
  let examination: Examination | null = null
  let timer: NodeJS.Timeout | null = null
  let told = 0
  let wanted = Number.POSITIVE_INFINITY

  const current = (): string | null => {
    if (!examination) return null
    const runs = examination.open
    if (runs.length === 0 && examination.ended.length >= wanted) return null
    const run = runs.reduce<(typeof runs)[number] | undefined>(
      (soonest, one) => (soonest && soonest.endsAtMs <= one.endsAtMs ? soonest : one),
      undefined,
    )
    const session = run?.session ?? null
    const progress = session === null ? null : (examination.service.find(session)?.progress?.awaited ?? null)
    const awaited = awaitedOf(run, progress, examination)
    if (!awaited) return null
    if (awaited.until === null) {
      return fill(catalogue.ui['examine.waiting.open'], { route: awaited.route }, lang)
    }
    const leftMs = Math.max(0, Date.parse(awaited.until) - Date.now())
    const time = durationText(Math.ceil(leftMs / 1000) * 1000, lang)
    const values = { route: awaited.route, time }
    return fill(catalogue.ui['examine.waiting'], values, lang)
  }

  const draw = () => {
    const now = current()
    io.foot(now ?? '')
  }

  const line = (text: string) => {
    io.say(`${text}\n`)
    draw()
  }

  return {
    begin(one, runs) {
      examination = one
      wanted = runs
      timer = setInterval(draw, FRAME_MS)
      timer.unref()
      draw()
    },
    request(exchange) {
      const text = lineOf(exchange)
      if (++told <= MAX_TOLD) line(text)
    },
    note(text) {
      if (wanted !== 1 && told <= MAX_TOLD) line(text)
    },
    end() {
      if (timer) clearInterval(timer)
      io.foot('')
    },
  }
}
