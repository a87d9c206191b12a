import { homologationStep, type StepNumber, stepNumbers } from '../../specification/homologation.js'
import { rule } from '../rule.js'
import { nextInProcedure, type Placed, type Trace } from '../trace.js'

/** All five steps succeed in one run; a run that begins and stops midway breaks it. */
export const complete = rule('homologation/complete', (run, note) => {
  for (const placed of run.procedure.filter(failed)) {
    const next = nextInProcedure(run, placed)
    if (next?.step && placed.step && next.step > placed.step && next.attempt === placed.attempt) {
      note.breach('went-on', next, {
        values: { failed: placed.step, status: placed.exchange.answer?.status ?? null },
      })
    }
  }
  if (!run.context.ended || run.procedure.length === 0) return
  note.tested()
  const missing = firstUnreached(run)
  if (missing === null) return
  const last = run.procedure.at(-1) as Placed
  const values = {
    missing,
    method: homologationStep(missing).method,
    status: last.exchange.answer?.status ?? null,
  }
  const tried = lastTry(run, missing)
  if (last.outcome === 'success' && tried)
    note.breach('passed-over', tried, {
      values: { ...values, status: tried.exchange.answer?.status ?? null },
    })
  else if (last.outcome === 'success' && (last.step ?? 0) >= missing)
    note.breach('unmet', last, { step: missing, values })
  else if (last.outcome === 'success')
    note.breach('stopped', last, { values: { ...values, done: missing - 1 } })
  else note.breach('failed', last, { step: missing, values })
})

/** The last request that had the form of a step, in the last attempt. */
function lastTry(run: Trace, step: StepNumber): Placed | undefined {
  return run.procedure.findLast(
    (placed) => placed.attempt === run.attempts && placed.step === step && placed.place.kind === 'step',
  )
}

/** The first step without a success in the last attempt, or null where all five succeeded. */
export function firstUnreached(run: Trace): StepNumber | null {
  const done = new Set(
    run.procedure
      .filter((placed) => placed.attempt === run.attempts && succeeded(placed))
      .map((placed) => placed.step),
  )
  return stepNumbers.find((step) => !done.has(step)) ?? null
}

function succeeded(placed: Placed): boolean {
  return placed.outcome === 'success' && placed.place.kind === 'step'
}

function failed(placed: Placed): boolean {
  return placed.outcome === 'error'
}
