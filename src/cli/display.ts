import type { ContractShown, Display, ShownStep, StepsShown } from '../app/display.js'
import { advance, beginView, drawLive, plainLine } from '../report/terminal.js'
import { leastSeconds } from '../run/contract/plan.js'
import { requirement } from '../specification/requirements.js'
import { fill } from '../words/catalogue.js'
import { durationText } from '../words/numerals.js'
import { openLog } from './log.js'
import { lookOf, type Presenting } from './present.js'
import { showTraffic } from './traffic.js'

/** Standard error, where a run can be watched. */
export function terminalDisplay(presenting: Presenting): Display {
  return {
    clear: () => presenting.io.errIsTty && presenting.io.err('\u001b[2J\u001b[H'),
    steps: (steps) => showProgress(presenting, steps),
    contract: (steps, ratePerSecond) => showContractProgress(presenting, steps, ratePerSecond),
    traffic: () => showTraffic(presenting),
    log: (masker, kind) => openLog(presenting, masker, kind),
  }
}

const FRAME_MS = 200
const LINE_MS = 10_000

/** How far the run is and how long it will take; on a terminal one line that moves, elsewhere one every ten seconds. */
function showContractProgress(
  { io, catalogue, lang }: Presenting,
  total: number,
  ratePerSecond: number | null,
): ContractShown {
  const startedMs = io.clock.now()
  const shown = new Set<string>()
  let done = 0
  const line = () => {
    const paceMs = done === 0 ? 0 : (io.clock.now() - startedMs) / done
    const seconds = Math.max(leastSeconds(total - done, ratePerSecond), ((total - done) * paceMs) / 1000)
    const left = durationText(seconds * 1000, lang)
    return fill(catalogue.ui['contract.progress'], { done, total, left }, lang)
  }
  const draw = () => (io.errIsTty ? io.foot([line()]) : io.say(`${line()}\n`))
  const timer = setInterval(draw, io.errIsTty ? FRAME_MS : LINE_MS)
  timer.unref()
  return {
    see({ step }, breaches) {
      done++
      for (const { code, route, requirement: id, severity } of breaches) {
        const isError = severity ? severity === 'error' : requirement(id).level === 'must'
        if (!isError || shown.has(code)) continue
        shown.add(code)
        const values = { step, route, requirement: id }
        io.say(`${fill(catalogue.ui['contract.step.failed'], values, lang)}\n`)
      }
    },
    skip() {
      done++
    },
    end() {
      clearInterval(timer)
      io.foot([])
    },
  }
}

const STEPS_FRAME_MS = 100

/** Progress on standard error: a picture that moves on a terminal, plain lines elsewhere. */
function showProgress(presenting: Presenting, steps: readonly ShownStep[]): StepsShown {
  const { io, settings } = presenting
  const look = lookOf(presenting, io.errIsTty)
  const tableLook = { ...look, width: Math.min(look.width, io.width - 1) }
  let view = beginView(steps, settings.profile.hash.header)
  const lines = () => drawLive(view, io.clock.now(), tableLook)
  const draw = () => io.foot(lines())
  const timer = io.errIsTty ? setInterval(draw, STEPS_FRAME_MS) : null
  return {
    see(event) {
      view = advance(view, event)
      if (io.errIsTty) return draw()
      const line = plainLine(event, view, look)
      if (line !== null) io.err(`${line}\n`)
    },
    end() {
      if (timer === null) return
      clearInterval(timer)
      io.foot([])
      io.err(`${lines().join('\n')}\n`)
    },
  }
}
