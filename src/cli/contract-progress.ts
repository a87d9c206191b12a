import type { ContractShown } from '../app/stage.js'
import { leastSeconds } from '../run/contract/plan.js'
import { requirement } from '../specification/requirements.js'
import { fill } from '../words/catalogue.js'
import { durationText } from '../words/numerals.js'
import type { Presenting } from './present.js'

const FRAME_MS = 200
const LINE_MS = 10_000

/** How far the run is and how long it will take; on a terminal one line that moves, elsewhere one every ten seconds. */
export function showContractProgress(
  { io, catalogue, lang }: Presenting,
  total: number,
  ratePerSecond: number | null,
): ContractShown {
  const startedMs = io.clock.now()
  const told = new Set<string>()
  let done = 0
  const line = () => {
    const paceMs = done === 0 ? 0 : (io.clock.now() - startedMs) / done
    const seconds = Math.max(leastSeconds(total - done, ratePerSecond), ((total - done) * paceMs) / 1000)
    return fill(
      catalogue.ui['contract.progress'],
      { done, total, left: durationText(seconds * 1000, lang) },
      lang,
    )
  }
  const draw = () => (io.errIsTty ? io.foot([line()]) : io.say(`${line()}\n`))
  const timer = setInterval(draw, io.errIsTty ? FRAME_MS : LINE_MS)
  timer.unref()
  return {
    see({ step }, breaches) {
      done++
      for (const { code, route, requirement: id, severity } of breaches) {
        const isError =
          (severity ?? requirement(id).level) === 'error' || (!severity && requirement(id).level === 'must')
        if (!isError || told.has(code)) continue
        told.add(code)
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
