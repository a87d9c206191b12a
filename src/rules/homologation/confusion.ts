import { equalJson, isObject, valueIn } from '../../exchange/json.js'
import { type Breach, type Earlier, either, type Follows, fromMixedRuns } from '../earlier.js'
import { issuedHashes } from '../hashes.js'
import { isEmptyVariable } from '../identifier.js'
import type { Placed } from '../trace.js'
import { bodyOf, productDataIn } from './differences.js'

/** The application did not wait for earlier responses, did not read them, or mixed up those of two runs. */
export const fromConfusion: Follows = (breach, earlier) =>
  either(fromOverlap, fromMixedRuns, fromNothingRead)(breach, earlier)

/** A renewal belongs to the step whose response asked for it. */
const fromOverlap: Follows = ({ at }, earlier) =>
  earlier.at(at?.place.kind === 'token' ? at.before : at, { of: ['homologation/sequential'] })

/** The body of step 2 is where it first shows that no response is read. */
const fromNothingRead: Follows = ({ at }, earlier) =>
  at && readsNothing(at) ? earlier.findLast('homologation/post-data', (one) => isMadeOfNothing(one.at)) : null

/** True if a request and the later ones contain the text that programs write for a missing value. */
function readsNothing({ step, productId, next }: Placed): boolean {
  if (step !== null && step >= 3) return isEmptyVariable(productId)
  return next === null || readsNothing(next)
}

function isMadeOfNothing(at: Placed | null): boolean {
  const body = at && bodyOf(at)
  if (body?.kind === 'json') return !isObject(body.value) || Object.keys(body.value).length === 0
  return body?.kind === 'none' || (body?.kind === 'broken' && isEmptyVariable(body.text))
}

/** If step 1 came twice, a body may be made from the product of the other response. */
export const fromOtherData: Follows = ({ at, step }, earlier) => {
  const body = valueIn(at?.requestJson ?? null)
  if (!isObject(body)) return null
  const mayDiffer = step === 3 ? 1 : 0
  for (let first = at?.before; first; first = first.before) {
    const data = first.step === 1 ? productDataIn(first) : null
    const others = Object.keys(data ?? {}).filter((key) => !equalJson(data?.[key], body[key]))
    if (data && others.length <= mayDiffer) return lastTooMany(earlier, (one) => one.step === 1)
  }
  return null
}

/** If a request came twice, the application may have read only one of the two hashes that it returned. */
export const fromOtherHash: Follows = ({ values: { header, newest, sent } }, earlier) => {
  const isEither = (hash: string) => hash === newest || hash === sent
  return lastTooMany(earlier, ({ at }) =>
    at === null ? false : issuedHashes(at.exchange, String(header)).some(isEither),
  )
}

/** The newest step that came once too often. */
export function lastTooMany(earlier: Earlier, fits: (breach: Breach) => boolean): Breach | null {
  return (
    earlier.findLast('homologation/order:repeated', fits) ??
    earlier.findLast('homologation/order:restarted', fits)
  )
}
