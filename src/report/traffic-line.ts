import { targetOf } from '../exchange/address.js'
import { type Exchange, headerValue } from '../exchange/exchange.js'
import { fill } from '../words/catalogue.js'
import type { Look } from './look.js'
import { oneLine } from './safe-text.js'
import { shortHash, wholeMs } from './terminal.js'

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
    const { source, session, request, answer, failure, sentAtMs, answeredAtMs } = exchange
    const target = oneLine(targetOf(request.url))
    // a proxy knows no sessions
    const who = source === 'proxy' ? '' : `${oneLine(session ?? ui['watch.nobody'])}  `
    const outcome = answer
      ? String(answer.status)
      : fill(ui['watch.no-answer'], { kind: failure?.kind ?? null }, look.lang)
    const gapMs = gapOf(exchange)
    const hashes = [request.headers, answer?.headers ?? []].map((headers) => headerValue(headers, hashHeader))
    const facts = [
      outcome,
      ...(answeredAtMs === null ? [] : [`${ui['terminal.took']} ${wholeMs(answeredAtMs - sentAtMs)}`]),
      ...(gapMs === null ? [] : [`${ui['terminal.gap']} ${wholeMs(gapMs)}`]),
      ...(hashes.every((hash) => hash === null) ? [] : [`hash ${hashes.map(shortHash).join('→')}`]),
    ]
    return `${who}${oneLine(request.method)} ${target} → ${facts.join(', ')}`
  }
}
