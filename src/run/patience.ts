import { parseJson, property } from '../exchange/json.js'
import type { RawExchange } from '../exchange/raw.js'

type Met = Pick<RawExchange, 'answer' | 'failure'>

/** What an account's run does about failures that may pass: reads go out once more, after a pause. */
export interface Patience {
  readonly pauseMs: number
  /** Writes are never repeated; nor are reads once it helped nobody, so that a dead service costs no night. */
  allows(method: string): boolean
  /** Hears what came of the second attempt. */
  learn(second: Met): void
}

const PAUSE_MS = 1_000
/** Second attempts in a row that failed alike, after which nobody makes another. */
const MOST_IN_VAIN = 5

/** @param pauseMs milliseconds between the attempts */
export function createPatience(pauseMs = PAUSE_MS): Patience {
  let inVain = 0
  return {
    pauseMs,
    allows: (method) => method === 'GET' && inVain < MOST_IN_VAIN,
    learn(second) {
      inVain = mayPass(second) ? inVain + 1 : 0
    },
  }
}

const ofGateways = new Set([502, 503, 504])

/** A connection that broke, or what stands before the service speaking in its place: an error in the service's own words is its answer. */
export function mayPass({ answer, failure }: Met): boolean {
  if (failure) return failure.kind === 'reset' || failure.kind === 'unconnected'
  return answer !== null && ofGateways.has(answer.status) && !isOfService(answer)
}

function isOfService({ body }: NonNullable<Met['answer']>): boolean {
  const parsed = parseJson(body === null ? '' : Buffer.from(body.bytes).toString('utf8'))
  return parsed.ok && property(parsed.value, 'error') !== undefined
}
