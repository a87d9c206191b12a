import type { Exchange } from '../exchange/exchange.js'
import { sightOf } from '../exchange/sources.js'
import { renewal } from '../rules/auth/renewal.js'
import { tokenRequest } from '../rules/auth/token-request.js'
import type { JudgeContext } from '../rules/context.js'
import type { Finding } from '../rules/finding.js'
import { hostOf, isAtService } from '../rules/seen.js'
import { Trace } from '../rules/trace.js'
import type { RequirementId } from '../specification/requirements.js'
import { toFindings } from './causes.js'

const rules = [renewal, tokenRequest]
/** Later ones are not judged, so that a night of traffic needs no more memory than an hour. */
const MAX_TOKENS = 1_000

/** Requests for tokens that belong to no run of the five steps, judged by the rules of a run's renewals. */
export function createTokensBeside(context: Omit<JudgeContext, 'ended'>) {
  const kept = new Map<string, Exchange>()
  return {
    see(exchange: Exchange): void {
      if (kept.size < MAX_TOKENS && isOfService(exchange, context)) kept.set(exchange.id, exchange)
    },
    /** Removes what a run has taken as its own: it is judged there. */
    release(exchanges: readonly Exchange[]): void {
      for (const { id } of kept.size === 0 ? [] : exchanges) kept.delete(id)
    },
    judged(): { findings: readonly Finding[]; tested: readonly RequirementId[] } {
      const trace = new Trace({ ...context, ended: true })
      for (const exchange of [...kept.values()].sort((a, b) => a.sentAtMs - b.sentAtMs)) trace.add(exchange)
      const results = rules.map((one) => ({ id: one.id, ...one.examine(trace) }))
      return {
        findings: toFindings(results.flatMap(({ breaches }) => breaches)),
        tested: results.filter(({ tested }) => tested).map(({ id }) => id),
      }
    },
  }
}

/** Recordings of other tools contain tokens of other services next to those of this service. */
function isOfService(
  exchange: Exchange,
  { baseUrl, tokenUrl, profile }: Omit<JudgeContext, 'ended'>,
): boolean {
  if (exchange.channel !== 'token' || exchange.request.method !== 'POST') return false
  if (sightOf(exchange).isWhole || isAtService(exchange, profile)) return true
  const homes = [baseUrl, tokenUrl ?? baseUrl].map((url) => hostOf({ request: { ...exchange.request, url } }))
  return homes.includes(hostOf(exchange))
}
