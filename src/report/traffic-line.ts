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
import { applyEvent, createView, type LiveView, type ShownEvent, shortHash, timeTexts } from './terminal.js'

// Clients that connect to `emulate`, `examine` and `proxy` are shown on the terminal by a line for each exchange, and by
// the table of the five steps that `check` shows of its own run.

/**
 * Describes each exchange in one line: client, request, response, duration, time since the session's previous request, and
 * hashes: `app1  GET /produtos → 200, took 12 ms, gap 2000 ms, hash a1b2c3d4→e5f6a7b8`. Exchanges must be given in order.
 */
export function trafficLines(hashHeader: string, look: Look): (exchange: Exchange) => string {
  /** When the last request of each session was sent. */
  const lastSentMs = new Map<string | null, number>()

  function gapOf({ channel, session, sentAtMs }: Exchange): number | null {
    if (channel !== 'service') return null
    const last = lastSentMs.get(session)
    lastSentMs.set(session, sentAtMs)
    return last === undefined ? null : sentAtMs - last
  }

  return (exchange) => {
    const { ui } = look.catalogue
    const { source, session, request, response, failure, sentAtMs, respondedAtMs } = exchange
    const target = oneLine(targetOf(request.url))
    // A proxy knows no sessions.
    const client = source === 'proxy' ? '' : `${oneLine(session ?? ui['watch.nobody'])}  `
    const outcome = response
      ? String(response.status)
      : fill(ui['watch.no-answer'], { kind: failure?.kind ?? null }, look.lang)
    const durationMs = respondedAtMs === null ? null : respondedAtMs - sentAtMs
    const hashes = [request.headers, response?.headers ?? []].map((headers) =>
      headerValue(headers, hashHeader),
    )
    const facts = [
      outcome,
      ...timeTexts(durationMs, gapOf(exchange), look),
      ...(hashes.every((hash) => hash === null) ? [] : [`hash ${hashes.map(shortHash).join('→')}`]),
    ]
    return `${client}${oneLine(request.method)} ${target} → ${facts.join(', ')}`
  }
}

/** Turns an exchange of a client's run into the event that our own run would report; null if it belongs to no step. */
export function eventOf(exchange: Exchange, run: ClientRun, { steps }: Judgement): ShownEvent | null {
  const stepOf = ({ id }: Exchange) => steps.find(({ exchanges }) => exchanges.includes(id))?.id
  if (exchange.channel !== 'token') {
    const step = stepOf(exchange)
    return step === undefined ? null : { kind: 'responded', step, exchange }
  }
  // A renewal belongs to the last step before it.
  const before = run.exchanges.slice(0, run.exchanges.indexOf(exchange))
  const step = before.map(stepOf).findLast((id) => id !== undefined) ?? homologationSteps[0].id
  const { response } = exchange
  if (response !== null && isSuccess(response)) return { kind: 'renewed', step }
  const flaw = response === null ? 'no-answer' : 'refused'
  return { kind: 'not-renewed', step, flaw, evidence: { status: response?.status ?? null, error: null } }
}

/**
 * The time, on the clock of the exchanges, from which the next request may be sent or, with `isDeadline`, until which it must be
 * sent; null before the first request. A deadline counts from the response, a minimum from the request.
 */
export function dueAfter(
  exchanges: readonly Exchange[],
  { spacing }: Profile,
): { readonly untilMs: number; readonly isDeadline: boolean } | null {
  const last = exchanges.findLast(({ channel }) => channel === 'service')
  const isDeadline = spacing.reading === 'at-most'
  const fromMs = isDeadline ? last?.respondedAtMs : last?.sentAtMs
  return fromMs === undefined || fromMs === null ? null : { untilMs: fromMs + spacing.intervalMs, isDeadline }
}

/** `awaited`: the number of the step that comes next; null after the last one. */
type ClientRun = Pick<TrafficRun, 'exchanges' | 'awaited'>

/** The table of a client's run. A step that broke a rule is marked as failed as soon as it is judged. */
export function viewOfRun(run: ClientRun, judgement: Judgement, profile: Profile): LiveView {
  const { exchanges, awaited } = run
  const view = exchanges
    .flatMap((exchange) => eventOf(exchange, run, judgement) ?? [])
    .reduce(applyEvent, createView(homologationSteps, profile.hash.header))
  const failed = new Set(
    judgement.findings.flatMap(({ severity, step }) => (severity === 'error' ? step : [])),
  )
  // before the first request, one is due at once
  const { untilMs, isDeadline } = dueAfter(exchanges, profile) ?? { untilMs: 0, isDeadline: false }
  const steps = view.steps.map((step, i) => {
    if (failed.has(step.id)) return { ...step, state: 'failed' as const }
    // a refused step must be sent again with a new token
    const isDue = i + 1 === awaited && (step.state === 'pending' || step.state === 'refused')
    return isDue ? { ...step, state: 'waiting' as const, untilMs, isDeadline } : step
  })
  return { ...view, steps }
}
