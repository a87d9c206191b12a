import { pathOf } from '../../exchange/address.js'
import { stepNumbers } from '../../specification/homologation.js'
import { atSameExchange, hasMethodOfStep } from '../earlier.js'
import { misshapeIn } from '../place.js'
import { rule } from '../rule.js'
import type { PlacedExchange, Trace } from '../trace.js'
import { isAboutRealProduct } from './bodies.js'
import { requestsOf } from './differences.js'

/** No request of a run goes to a route of real records, to a path without the version prefix, or to an unknown path. */
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
        // a path without `/Api/v3` may have the prefix of version 2 instead, which the sentence then says
        const isV2 = /\/v2(?:\/|$)/i.test(values.path)
        // `twin` is the route of real records that has this form
        const evidence = { ...values, twin: route, ...(how === 'lost-prefix' && { isV2 }) }
        note.breach(how, placed, { step, values: evidence, ...(route ? { route } : {}) })
      } else if (place.kind === 'misshapen' && place.step === 3 && place.how === 'path') {
        // for steps 4 and 5, `homologation/situation` and `homologation/delete` report it
        note.breach('unknown-path', placed, { values })
      } else if (place.kind === 'step' && place.spelling) {
        // only a warning if the service accepted the spelling
        const severity = outcome === 'error' ? 'error' : 'warning'
        note.breach(place.spelling, placed, { values, severity })
      }
    }
  },
  {
    mayFailLaterRequests: 'all',
    mergesRepeats: true,
    // other codes of the same rule say more than ours, and are its causes below
    replaces: ['versioning/unavailable:unknown-path'],
    causes: {
      // a path of version 2, or one that version 3 dropped, is reported as such because that says more
      'unknown-path': atSameExchange(
        'versioning/base-address',
        'versioning/v2-route',
        'versioning/unavailable',
      ),
    },
  },
)

/** The requests from the first one to the success of step 5, with lost steps before it and later requests that were meant as a step. */
function duringRun({ all, procedure }: Trace): readonly PlacedExchange[] {
  const [first] = procedure
  const last = procedure.findLast((placed) => placed.step === 5 && placed.outcome === 'success')
  const isOfRun = (placed: PlacedExchange) =>
    last === undefined || placed.index <= last.index || (placed.step !== null && !isAboutRealProduct(placed))
  return first ? [...lostBefore(all, first), ...all.slice(first.index).filter(isOfRun)] : []
}

/** Requests to wrong addresses right before a run that began late. They may have been the missing steps. */
function lostBefore(all: readonly PlacedExchange[], first: PlacedExchange): readonly PlacedExchange[] {
  const lost: PlacedExchange[] = []
  const before = all.slice(0, first.index).filter(({ place }) => place.kind !== 'token')
  for (const step of stepNumbers.filter((number) => number < (first.step ?? 1)).reverse()) {
    const placed = before.pop()
    if (placed?.place.kind !== 'astray' || !hasMethodOfStep(step, placed) || isForOtherRecords(placed)) break
    lost.unshift(placed)
  }
  return lost
}

/** Whether a request went to a route of real records that are not products. */
function isForOtherRecords({ place }: PlacedExchange): boolean {
  return place.kind === 'astray' && place.route !== null && !/ \/produtos(?:\/|$)/.test(place.route)
}

/** Step 5 is a DELETE of the product, without a body. */
export const remove = rule(
  'homologation/delete',
  (run, note) => {
    for (const placed of requestsOf(5, run, note)) {
      note.tested()
      const { body } = placed.exchange.request
      if (misshapeIn(placed.place) === 'path') note.breach('path', placed)
      else if (body && body.sizeBytes > 0)
        note.breach('body', placed, { severity: 'warning', values: { bytes: body.sizeBytes } })
    }
  },
  { mayFailLaterRequests: ['method', 'path'], replaces: ['request/content-type'] },
)
