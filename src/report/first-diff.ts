import type { Exchange } from '../exchange/exchange.js'
import { isRootError, type ProcedureRequest } from '../rules/finding.js'
import { stepNumber } from '../specification/homologation.js'
import type { Profile } from '../specification/profile.js'
import { type ComparedLine, compareRequests, differs } from './diff/compare-requests.js'
import { correctRequest } from './diff/correct-request.js'
import type { Report } from './report.js'

/** The parts of a run that its report does not hold. */
export interface DiffSources {
  readonly profile: Profile
  readonly procedure: readonly ProcedureRequest[]
  readonly exchanges: Iterable<Exchange> | AsyncIterable<Exchange>
}

/**
 * Compares the first failing request of the application with the correct one. Empty if no request is to blame, if the
 * correct one cannot be derived, or if nothing differs.
 */
export async function firstDiff(
  { findings, verdict, run }: Report,
  { profile, procedure, exchanges }: DiffSources,
): Promise<readonly ComparedLine[]> {
  const cause = findings.find(isRootError)
  const step = stepNumber(cause?.step ?? null)
  if (verdict !== 'fail' || !cause?.exchange || step === null || cause.blame !== 'application') return []
  const request = procedure.find(({ exchange }) => exchange === cause.exchange)
  if (!request) return []
  let data: Exchange | null = null
  for await (const exchange of exchanges) {
    if (exchange.id === request.dataFrom) data = exchange
    if (exchange.id !== cause.exchange) continue
    const context = { profile, step, baseUrl: run.target.baseUrl, procedure, data }
    const correct = correctRequest(exchange, context)
    const lines = correct ? compareRequests(exchange, correct) : []
    return differs(lines) ? lines : []
  }
  return []
}
