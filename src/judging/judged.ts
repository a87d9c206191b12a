import type { Exchange } from '../exchange/exchange.js'
import type { JudgeContext } from '../rules/context.js'
import type { Judgement } from '../rules/finding.js'
import type { Shapes } from '../specification/shapes.js'
import { type GradedTraffic, judgementOf } from './graded-traffic.js'
import { judge } from './judge.js'
import { contextOf, type RunFacts } from './run-facts.js'

/** A run, or traffic, with its judgement. */
export interface Judged {
  /** The one that decides. */
  readonly judgement: Judgement
  /** The runs one by one if traffic was watched; else null. */
  readonly traffic: GradedTraffic | null
  /** Routes below which a contract run has not passed; null, or left out: any number will do. */
  readonly leastRoutes?: number | null
}

/** Judges a run of our own. One that its user broke off is not judged for what it lacks. */
export function judgeOwnRun(
  exchanges: readonly Exchange[],
  facts: RunFacts & Pick<JudgeContext, 'hasLost'>,
  stopped: string | null,
  shapes: Shapes,
): Judgement {
  const { hasLost = false } = facts
  return judge(exchanges, { ...contextOf(facts, shapes), ended: stopped !== 'interrupted', hasLost })
}

/** Judges a run whose recorder was killed: unless it was whole by then, nothing is judged by what is missing. */
export function judgeKilled(exchanges: readonly Exchange[], context: Omit<JudgeContext, 'ended'>): Judgement {
  const whole = judge(exchanges, { ...context, ended: true })
  return whole.verdict === 'pass' ? whole : judge(exchanges, { ...context, ended: false })
}

/** Watched traffic with the one judgement that decides. */
export function judgedTraffic(traffic: GradedTraffic): Judged {
  return { judgement: judgementOf(traffic), traffic }
}
