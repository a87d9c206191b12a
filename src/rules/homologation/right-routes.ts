import { pathOf } from '../../exchange/address.js'
import { stepNumbers } from '../../specification/homologation.js'
import { type Earlier, hasMethodOf } from '../earlier.js'
import { type Breach, rule } from '../rule.js'
import type { Placed, Trace } from '../trace.js'
import { isOfRealRecords } from './post-data.js'

/** No request to real routes, lost version prefix or unknown path during a run. */
export const rightRoutes = rule(
  'homologation/right-routes',
  (run, note) => {
    if (run.procedure.length > 0) note.tested()
    for (const placed of duringRun(run)) {
      const { place, outcome } = placed
      const { method, url } = placed.exchange.request
      const values = { method, path: pathOf(url) }
      if (place.kind === 'astray') {
        const { how, route, step } = place
        note.breach(how, placed, { step, values: { ...values, twin: route }, ...(route ? { route } : {}) })
      } else if (place.kind === 'bent' && place.step === 3 && place.how === 'path') {
        // of steps 4 and 5 their own rules say so
        note.breach('unknown-path', placed, { values })
      } else if (place.kind === 'step' && place.spelt) {
        // a service that takes it has the last word
        const severity = outcome === 'error' ? 'error' : 'warning'
        note.breach(place.spelt, placed, { values, severity })
      }
    }
  },
  {
    lasting: 'all',
    isOnce: true,
    tells: ['versioning/unavailable:unknown-path'],
    follows: { 'unknown-path': namedByVersioning },
  },
)

/** The requests from the first of the procedure to the response of step 5, and later ones that were meant for a step. */
function duringRun({ all, procedure }: Trace): readonly Placed[] {
  const [first] = procedure
  const last = procedure.findLast((placed) => placed.step === 5 && placed.outcome === 'success')
  const isOfRun = (placed: Placed) =>
    last === undefined || placed.index <= last.index || (placed.step !== null && !isOfRealRecords(placed))
  return first ? [...lostBefore(all, first), ...all.slice(first.index).filter(isOfRun)] : []
}

/**
 * If a run began late: the requests to wrong addresses right before it, because they may have been the missing steps.
 */
function lostBefore(all: readonly Placed[], first: Placed): readonly Placed[] {
  const lost: Placed[] = []
  const before = all.slice(0, first.index).filter(({ place }) => place.kind !== 'token')
  for (const step of stepNumbers.filter((number) => number < (first.step ?? 1)).reverse()) {
    const placed = before.pop()
    if (placed?.place.kind !== 'astray' || !hasMethodOf(step, placed) || isOther(placed)) break
    lost.unshift(placed)
  }
  return lost
}

/** A route of other real records than products was meant. */
function isOther({ place }: Placed): boolean {
  return place.kind === 'astray' && place.route !== null && !/ \/produtos(?:\/|$)/.test(place.route)
}

/** Paths that belong to version 2, or that version 3 dropped, are reported as such because that says more. */
function namedByVersioning({ at }: Breach, earlier: Earlier): Breach | null {
  return earlier.at(at, { of: ['versioning/base-address', 'versioning/v2-route', 'versioning/unavailable'] })
}
