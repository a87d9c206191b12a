import type { StepNumber } from '../../specification/homologation.js'
import { type Note, rule } from '../rule.js'
import type { Placed, Trace } from '../trace.js'

/** The five steps come in the given order, none left out, none twice except after a renewal or a restart. */
export const order = rule('homologation/order', (run, note) => {
  for (let attempt = 1; attempt <= run.attempts; attempt++) {
    const steps = run.procedure.filter((placed) => placed.attempt === attempt)
    if (steps.length > 0) note.tested()
    restarted(run, steps, note)
    follow(steps, note)
  }
})

type OrderNote = Note<'homologation/order'>

/** A new attempt is lawful after the limit was hit; after anything else the operation was begun twice. */
function restarted(run: Trace, steps: readonly Placed[], note: OrderNote): void {
  const first = steps[0]
  const before = first && run.procedure.filter((placed) => placed.index < first.index).at(-1)
  if (!first || !before || before.outcome === 'limit') return
  note.breach('restarted', first, { values: { before: before.step } })
}

function follow(steps: readonly Placed[], note: OrderNote): void {
  let last: Placed | null = null
  let furthest = 0
  for (const placed of steps) {
    const step = placed.step as StepNumber
    if (step > furthest + 1) skipped(steps, placed, furthest, note)
    else if (step <= furthest && last) again(steps, placed, last, note)
    furthest = Math.max(furthest, step)
    last = placed
  }
}

function skipped(steps: readonly Placed[], placed: Placed, furthest: number, note: OrderNote): void {
  for (let left = furthest + 1; left < (placed.step as number); left++) {
    const later = steps.some((other) => other.index > placed.index && other.step === left)
    const values = { left, before: furthest }
    if (later) note.breach('swapped', placed, { values })
    else note.breach('left-out', placed, { values })
  }
}

function again(steps: readonly Placed[], placed: Placed, last: Placed, note: OrderNote): void {
  const seen = steps.filter((other) => other.index < placed.index && other.step === placed.step)
  if (seen.length === 0) return
  if (last.step === placed.step && (last.outcome === 'refused' || last.outcome === 'limit')) return
  note.breach('repeated', placed, {
    values: { before: last.step, status: last.exchange.answer?.status ?? null },
  })
}
