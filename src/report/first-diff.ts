import type { Exchange } from '../exchange/exchange.js'
import { isRootError } from '../rules/finding.js'
import type { Profile } from '../specification/profile.js'
import { type ComparedLine, compareRequests, differs } from './diff/compare-requests.js'
import { correctRequest } from './diff/correct-request.js'
import { stepNumber } from './diff/procedure.js'
import type { Report } from './report.js'

/** Requests before the failing one that are looked at. */
const MOST_BEFORE = 1_000

/** Compares the request of the first cause with the correct one; empty if that cannot be derived or nothing differs. */
export async function firstDiff(
  { findings, verdict, run }: Report,
  profile: Profile,
  exchanges: Iterable<Exchange> | AsyncIterable<Exchange>,
): Promise<readonly ComparedLine[]> {
  const cause = findings.find(isRootError)
  const step = stepNumber(cause?.step ?? null)
  if (verdict !== 'fail' || !cause?.exchange || step === null || cause.blame !== 'application') return []
  const before: Exchange[] = []
  for await (const exchange of exchanges) {
    before.push(exchange)
    if (before.length > MOST_BEFORE) before.shift()
    if (exchange.id !== cause.exchange) continue
    const ofSession = before.filter(({ session }) => session === exchange.session)
    const context = { profile, step, baseUrl: run.target.baseUrl, exchanges: ofSession }
    const correct = correctRequest(exchange, context)
    const lines = correct ? compareRequests(exchange, correct) : []
    return differs(lines) ? lines : []
  }
  return []
}
