import type { WaitingShown } from '../commands/stage.js'
import { awaitedOf } from '../examine/board.js'
import type { Examination } from '../examine/examination.js'
import { trafficLines } from '../report/traffic-line.js'
import { fill } from '../words/catalogue.js'
import { durationText } from '../words/numerals.js'
import { lookOf, type Presenting } from './present.js'

const FRAME_MS = 100
/** Requests that are told one by one; a thousand applications would only scroll by. */
const MAX_TOLD = 200

/** What is awaited, on standard error: one line that counts down on a terminal, a line for each change elsewhere. */
export function showWaiting(presenting: Presenting): WaitingShown {
  const { io, settings, catalogue, lang } = presenting
  const lineOf = trafficLines(settings.profile.hash.header, lookOf(presenting, io.errIsTty))
  let examination: Examination | null = null
  let timer: NodeJS.Timeout | null = null
  let told = 0
  let wanted = Number.POSITIVE_INFINITY
  let shown = ''

  const current = (): { text: string; key: string } | null => {
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
      return {
        text: fill(catalogue.ui['examine.waiting.open'], { route: awaited.route }, lang),
        key: awaited.route,
      }
    }
    const leftMs = Math.max(0, Date.parse(awaited.until) - Date.now())
    const time = durationText(Math.ceil(leftMs / 1000) * 1000, lang)
    const values = { route: awaited.route, time }
    return { text: fill(catalogue.ui['examine.waiting'], values, lang), key: awaited.route }
  }

  const draw = () => {
    const now = current()
    if (io.errIsTty) io.foot(now?.text ?? '')
    else if (now && now.key !== shown && told <= MAX_TOLD) {
      shown = now.key
      io.say(`${now.text}\n`)
    }
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
      if (told <= MAX_TOLD) line(text)
    },
    end() {
      if (timer) clearInterval(timer)
      io.foot('')
    },
  }
}
