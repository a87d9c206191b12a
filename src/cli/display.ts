import type { ContractShown, Display, StepsShown } from '../app/display.js'
import { applyEvent, createView, drawLive, plainLine } from '../report/terminal.js'
import { minimumSeconds } from '../run/contract/plan.js'
import { requirement } from '../specification/requirements.js'
import { fill } from '../words/catalogue.js'
import { durationText } from '../words/numerals.js'
import { openLog } from './log.js'
import { type OutputContext, statusLookOf } from './present.js'
import { showTraffic } from './traffic.js'

const CLEAR_SCREEN = '\u001b[2J\u001b[H'

/** Shows the progress of a command on standard error: status lines that change on a terminal, plain lines elsewhere. */
export function terminalDisplay(context: OutputContext): Display {
  return {
    clear: () => context.io.errIsTty && context.io.err(CLEAR_SCREEN),
    steps: (steps) => showSteps(context, steps),
    contract: (steps, ratePerSecond) => showContract(context, steps, ratePerSecond),
    traffic: () => showTraffic(context),
    log: (masker, kind) => openLog(context, masker, kind),
  }
}

/** How often a terminal shows the progress of a contract run, and how often a file or a pipe gets a line about it. */
const CONTRACT_FRAME_MS = 200
const CONTRACT_LINE_MS = 10_000

/** Shows how many steps of a contract run are done and how long it will take, and each code of an error once. */
function showContract(
  { io, catalogue, lang }: OutputContext,
  total: number,
  ratePerSecond: number | null,
): ContractShown {
  const startedMs = io.clock.now()
  const shownCodes = new Set<string>()
  let done = 0
  const progressLine = () => {
    const msPerStep = done === 0 ? 0 : (io.clock.now() - startedMs) / done
    const open = total - done
    const seconds = Math.max(minimumSeconds(open, ratePerSecond), (open * msPerStep) / 1000)
    const left = durationText(seconds * 1000, lang)
    return fill(catalogue.ui['contract.progress'], { done, total, left }, lang)
  }
  const draw = () => (io.errIsTty ? io.showStatus([progressLine()]) : io.print(`${progressLine()}\n`))
  const timer = setInterval(draw, io.errIsTty ? CONTRACT_FRAME_MS : CONTRACT_LINE_MS)
  timer.unref()
  return {
    see({ step }, breaches) {
      done++
      for (const { code, route, requirement: id, severity } of breaches) {
        // A breach without a severity of its own has that of its requirement's level.
        const isError = severity ? severity === 'error' : requirement(id).level === 'must'
        if (!isError || shownCodes.has(code)) continue
        shownCodes.add(code)
        const values = { step, route, requirement: id }
        io.print(`${fill(catalogue.ui['contract.step.failed'], values, lang)}\n`)
      }
    },
    skip() {
      done++
    },
    end() {
      clearInterval(timer)
      io.showStatus([])
    },
  }
}

const STEPS_FRAME_MS = 100

/** Shows the five steps of our own run: a table on a terminal, one line for each event elsewhere. */
function showSteps(context: OutputContext, steps: Parameters<Display['steps']>[0]): StepsShown {
  const { io, settings } = context
  const look = statusLookOf(context)
  let view = createView(steps, settings.profile.hash.header)
  const drawTable = () => drawLive(view, io.clock.now(), look)
  const draw = () => io.showStatus(drawTable())
  const timer = io.errIsTty ? setInterval(draw, STEPS_FRAME_MS) : null
  return {
    see(event) {
      view = applyEvent(view, event)
      if (io.errIsTty) return draw()
      const line = plainLine(event, view, look)
      if (line !== null) io.err(`${line}\n`)
    },
    end() {
      if (timer === null) return
      clearInterval(timer)
      io.showStatus([])
      io.err(`${drawTable().join('\n')}\n`)
    },
  }
}
