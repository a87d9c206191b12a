import { targetOf } from '../exchange/address.js'
import { type Exchange, headerValue } from '../exchange/exchange.js'
import type { TrafficRun } from '../judging/traffic-run.js'
import type { Judgement } from '../rules/finding.js'
import { homologationSteps } from '../specification/homologation.js'
import type { Profile } from '../specification/profile.js'
import { isSuccess } from '../specification/recognise.js'
import { fill } from '../words/catalogue.js'
import type { Look } from './look.js'
import { oneLine } from './safe-text.js'
import { advance, beginView, type LiveView, type ShownEvent, shortHash, wholeMs } from './terminal.js'

/** Sessions whose last request is remembered; the oldest are forgotten. */
const MOST_SESSIONS = 1_000

/**
 * Describes each exchange in one line: client, request, response, duration, and, on the service's own routes, the gap
 * to the session's previous request and the hashes sent and received. Exchanges must be given in order.
 */
export function trafficLines(hashHeader: string, look: Look): (exchange: Exchange) => string {
  const lastSentMs = new Map<string | null, number>()

  function gapOf({ channel, session, sentAtMs }: Exchange): number | null {
    if (channel !== 'service') return null
    const last = lastSentMs.get(session)
    lastSentMs.delete(session)
    lastSentMs.set(session, sentAtMs)
    const [oldest] = lastSentMs.keys()
    if (lastSentMs.size > MOST_SESSIONS && oldest !== undefined) lastSentMs.delete(oldest)
    return last === undefined ? null : sentAtMs - last
  }

  return (exchange) => {
    const { ui } = look.catalogue
    const { source, session, request, response, failure, sentAtMs, respondedAtMs } = exchange
    const target = oneLine(targetOf(request.url))
    // a proxy knows no sessions
    const who = source === 'proxy' ? '' : `${oneLine(session ?? ui['watch.nobody'])}  `
    const outcome = response
      ? String(response.status)
      : fill(ui['watch.no-answer'], { kind: failure?.kind ?? null }, look.lang)
    const gapMs = gapOf(exchange)
    const hashes = [request.headers, response?.headers ?? []].map((headers) =>
      headerValue(headers, hashHeader),
    )
    const facts = [
      outcome,
      ...(respondedAtMs === null ? [] : [`${ui['terminal.took']} ${wholeMs(respondedAtMs - sentAtMs)}`]),
      ...(gapMs === null ? [] : [`${ui['terminal.gap']} ${wholeMs(gapMs)}`]),
      ...(hashes.every((hash) => hash === null) ? [] : [`hash ${hashes.map(shortHash).join('→')}`]),
    ]
    return `${who}${oneLine(request.method)} ${target} → ${facts.join(', ')}`
  }
}

/** What an exchange of somebody else's run is in the picture that `check` draws of its own; null if it is none of the steps. */
export function eventOf(exchange: Exchange, run: SeenRun, { steps }: Judgement): ShownEvent | null {
  const stepOf = ({ id }: Exchange) => steps.find(({ exchanges }) => exchanges.includes(id))?.id
  if (exchange.channel !== 'token') {
    const step = stepOf(exchange)
    return step === undefined ? null : { kind: 'responded', step, exchange }
  }
  const before = run.exchanges.slice(0, run.exchanges.indexOf(exchange))
  const served = before.findLast((one) => stepOf(one) !== undefined)
  const step = (served && stepOf(served)) ?? homologationSteps[0].id
  const { response } = exchange
  if (response !== null && isSuccess(response)) return { kind: 'renewed', step }
  const flaw = response === null ? 'no-answer' : 'refused'
  return { kind: 'not-renewed', step, flaw, evidence: { status: response?.status ?? null, error: null } }
}

/** When the request after these may be sent, or must be (`isDeadline`), by the exchanges' clock; null before the first. */
export function dueAfter(
  exchanges: readonly Exchange[],
  { spacing }: Profile,
): { readonly untilMs: number; readonly isDeadline: boolean } | null {
  const last = exchanges.findLast(({ channel }) => channel === 'service')
  const isDeadline = spacing.reading === 'at-most'
  const fromMs = isDeadline ? last?.respondedAtMs : last?.sentAtMs
  return fromMs === undefined || fromMs === null ? null : { untilMs: fromMs + spacing.intervalMs, isDeadline }
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
  const { untilMs, isDeadline } = dueAfter(exchanges, profile) ?? { untilMs: 0, isDeadline: false }
  const steps = seen.steps.map((step, i) => {
    if (wrong.has(step.id)) return { ...step, state: 'failed' as const }
    const isDue = i + 1 === awaited && (step.state === 'pending' || step.state === 'refused')
    return isDue ? { ...step, state: 'waiting' as const, untilMs, isDeadline } : step
  })
  return { ...seen, steps }
}
