import type { Exchange } from '../exchange/exchange.js'
import type { TrafficRun } from '../judging/traffic-run.js'
import type { Judgement } from '../rules/finding.js'
import { homologationSteps } from '../specification/homologation.js'
import type { Profile } from '../specification/profile.js'
import { isSuccess } from '../specification/recognise.js'
import { advance, beginView, type LiveView, type ShownEvent } from './terminal.js'

/** What an exchange of somebody else's run is in the picture that `check` draws of its own; null if it is none of the steps. */
export function eventOf(exchange: Exchange, run: SeenRun, { steps }: Judgement): ShownEvent | null {
  const stepOf = ({ id }: Exchange) => steps.find(({ exchanges }) => exchanges.includes(id))?.id
  if (exchange.channel !== 'token') {
    const step = stepOf(exchange)
    return step === undefined ? null : { kind: 'answered', step, exchange }
  }
  const before = run.exchanges.slice(0, run.exchanges.indexOf(exchange))
  const served = before.findLast((one) => stepOf(one) !== undefined)
  const step = (served && stepOf(served)) ?? homologationSteps[0].id
  const { answer } = exchange
  if (answer !== null && isSuccess(answer)) return { kind: 'renewed', step }
  const flaw = answer === null ? 'no-answer' : 'refused'
  return { kind: 'not-renewed', step, flaw, evidence: { status: answer?.status ?? null, error: null } }
}

type SeenRun = Pick<TrafficRun, 'exchanges' | 'awaited'>

/** The picture of somebody else's run: a step that broke a rule is marked as soon as the judge knows. */
export function viewOfRun(run: SeenRun, judgement: Judgement, profile: Profile): LiveView {
  const { exchanges, awaited } = run
  const seen = exchanges
    .flatMap((one) => eventOf(one, run, judgement) ?? [])
    .reduce(advance, beginView(homologationSteps, profile.hash.header))
  const wrong = new Set(
    judgement.findings.flatMap(({ severity, step }) => (severity === 'error' ? step : [])),
  )
  const last = exchanges.findLast(({ channel }) => channel === 'service')
  const isDeadline = profile.spacing.reading === 'at-most'
  const fromMs = isDeadline ? last?.answeredAtMs : last?.sentAtMs
  const untilMs = (fromMs ?? 0) + profile.spacing.intervalMs
  const steps = seen.steps.map((step, i) => {
    if (wrong.has(step.id)) return { ...step, state: 'failed' as const }
    const isDue = i + 1 === awaited && (step.state === 'pending' || step.state === 'refused')
    return isDue ? { ...step, state: 'waiting' as const, untilMs, isDeadline } : step
  })
  return { ...seen, steps }
}
