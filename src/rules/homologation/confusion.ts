import { equalJson, isObject, valueIn } from '../../exchange/json.js'
import { type Breach, type EarlierBreaches, type FindCause, firstOf, fromMixedRuns } from '../earlier.js'
import { isEmptyVariable } from '../identifier.js'
import { findBackFrom, type PlacedExchange } from '../trace.js'
import { bodyOf, productDataIn } from './differences.js'

/** The application sent a request before the previous response arrived. A renewal counts as part of the step before it. */
const fromOverlap: FindCause = ({ at }, earlier) =>
  earlier.findAt(at?.place.kind === 'token' ? at.before : at, { codes: ['homologation/sequential'] })

/** An application that reads no responses shows it first in step 2, by a body without data, and then by steps without the identifier. */
const fromUnreadResponses: FindCause = ({ at }, earlier) =>
  at && !knowsProductId(at)
    ? earlier.findLast('homologation/post-data', (breach) => hasEmptyBody(breach.at))
    : null

/**
 * Causes that rules try last: the application did not wait for earlier responses, did not read them, or mixed up the
 * responses of two runs.
 */
export const fromConfusion = firstOf(fromOverlap, fromMixedRuns, fromUnreadResponses)

/** Whether the next request that needs the product's identifier, from this one on, sends one instead of an empty variable. */
function knowsProductId({ step, productId, next }: PlacedExchange): boolean {
  if (step !== null && step >= 3) return !isEmptyVariable(productId)
  return next !== null && knowsProductId(next)
}

function hasEmptyBody(placed: PlacedExchange | null): boolean {
  const body = placed && bodyOf(placed)
  if (body?.kind === 'json') return !isObject(body.value) || Object.keys(body.value).length === 0
  return body?.kind === 'none' || (body?.kind === 'broken' && isEmptyVariable(body.text))
}

/** If step 1 was sent twice, the body may contain the product of the older response. */
export const fromOtherData: FindCause = ({ at, step }, earlier) => {
  const body = valueIn(at?.requestJson ?? null)
  if (!at || !isObject(body)) return null
  // step 3 changes one field
  const mayDiffer = step === 3 ? 1 : 0
  const isSource = (request: PlacedExchange) => {
    const data = request.step === 1 ? productDataIn(request) : null
    if (data === null) return false
    return Object.keys(data).filter((key) => !equalJson(data[key], body[key])).length <= mayDiffer
  }
  const source = findBackFrom(at.before, isSource)
  // `done[1]` returned the newest product, which is the right one, so another mistake made the body wrong
  if (!source || source === at.done[1]) return null
  return findLastRepetition(earlier, (breach) => breach.step === 1)
}

/** The newest step that was repeated within its attempt; if there is none, the newest attempt that should not have begun. */
export function findLastRepetition(
  earlier: EarlierBreaches,
  fits: (breach: Breach) => boolean,
): Breach | null {
  return (
    earlier.findLast('homologation/order:repeated', fits) ??
    earlier.findLast('homologation/order:restarted', fits)
  )
}
