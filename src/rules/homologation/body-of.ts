import type { Json } from '../../exchange/json.js'
import type { Placed, Trace } from '../trace.js'

/** A request body as rules read it: its value, or the reason why there is no value. */
export type ReadBody =
  | { readonly kind: 'json'; readonly value: Json }
  | { readonly kind: 'none' }
  | { readonly kind: 'broken'; readonly text: string }
  /** the recording does not hold it: nothing may be judged */
  | { readonly kind: 'unknown' }

export function bodyOf(placed: Placed): ReadBody {
  const { body } = placed.exchange.request
  if (body === null) {
    return placed.exchange.gaps.includes('request-bodies') ? { kind: 'unknown' } : { kind: 'none' }
  }
  if (body.flaw === 'not-recorded' || body.flaw === 'truncated') return { kind: 'unknown' }
  if (body.sizeBytes === 0) return { kind: 'none' }
  if (placed.requestJson?.ok) return { kind: 'json', value: placed.requestJson.value }
  return { kind: 'broken', text: body.text ?? '' }
}

/** Whether its token was refused and it came again, or still may: what it holds is judged then. */
export function comesAgain(run: Trace, placed: Placed): boolean {
  if (placed.outcome !== 'refused') return false
  let later = placed.next
  while (later && later.step !== placed.step) later = later.next
  return later !== null || !run.context.ended
}
