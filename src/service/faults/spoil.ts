import type { Answer } from '../answer.js'
import type { ApplicationState } from '../application.js'
import { type Fault, type Moment, strikes } from './fault.js'

/** The answer after every fault in force had its way with it. */
export function spoil(
  faults: readonly Fault[],
  answer: Answer,
  moment: Moment,
  application: ApplicationState | null,
): Answer {
  return faults.reduce((spoilt, fault) => {
    if (!strikes(fault, moment, spoilt) || !countsStrike(fault, application)) return spoilt
    return spoilt === answer ? fault.change(spoilt, moment) : changedFurther(fault, spoilt, moment)
  }, answer)
}

/** After another fault, a response may hold nothing left to spoil: its body may no longer be JSON, for example. */
function changedFurther(fault: Fault, spoilt: Answer, moment: Moment): Answer {
  try {
    return fault.change(spoilt, moment)
  } catch {
    return spoilt
  }
}

function countsStrike({ name, times }: Fault, application: ApplicationState | null): boolean {
  if (times === Number.POSITIVE_INFINITY || application === null) return true
  application.strikes ??= {}
  const count = application.strikes[name] ?? 0
  application.strikes[name] = count + 1
  return count < times
}
