import { pathOf } from '../../exchange/address.js'
import type { Gap } from '../../exchange/exchange.js'
import { stepNumbers } from '../../specification/homologation.js'
import { isRefusedForScope } from '../auth/token-request.js'
import { atSameExchange, type EarlierBreaches, hasMethodOfStep } from '../earlier.js'
import { misshapeIn } from '../place.js'
import { type Breach, blamelessInfo, rule } from '../rule.js'
import { hostOf, isAtOtherHost } from '../seen.js'
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

/** The requests from the first one of the procedure to the success of step 5, and later ones that were meant as a step. */
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

/** The response to each step has the success status of the profile. Another 2xx is a warning. */
export const responseStatus = rule(
  'homologation/answer-status',
  (run, note) => {
    for (const placed of run.procedure) {
      const { response } = placed.exchange
      // a staged refusal is our own doing, not the service's
      if (placed.place.kind !== 'step' || !response || placed.exchange.staged) continue
      // the text is missing by which a refused token or a limit differs from other errors, so the outcome is a guess
      if (placed.isErrorUnreadable && placed.outcome !== 'error')
        note.breach('unread', placed, { ...blamelessInfo, values: { status: response.status } })
      if (placed.outcome !== 'success' && placed.outcome !== 'error') continue
      // `auth/scope` reports it
      if (isRefusedForScope(placed.exchange, run.profile)) continue
      note.tested()
      const wanted = run.profile.statuses[placed.place.step - 1] ?? []
      if (wanted.includes(response.status)) continue
      const values = { status: response.status, wanted: wanted.join(', ') }
      if (placed.outcome === 'success')
        note.breach('other-success', placed, { blame: 'service', severity: 'warning', values })
      else if (isAtOtherHost(placed.exchange, run.profile)) {
        const { service } = run.profile
        const hosts = { host: hostOf(placed.exchange), documented: service?.host ?? null }
        note.breach('other-host', placed, { blame: 'environment', values: { ...values, ...hosts } })
      } else {
        const code = failureOf(response.status, placed.place.step)
        const mayBeWrong = code === 'error' && mayRequestBeWrong(run, placed)
        note.breach(code, placed, { blame: mayBeWrong ? 'environment' : 'service', values })
      }
    }
  },
  { causes: { error: fromRequest, 'not-admitted': fromRequest, 'other-success': fromNoBody } },
)

/** Whether the request may have been wrong, because the recording does not contain all of it. Then nobody is blamed for the error. */
function mayRequestBeWrong({ procedure }: Trace, { index, exchange: { response } }: PlacedExchange): boolean {
  const isUnseen = ({ exchange: { gaps } }: PlacedExchange) => gaps.some((gap) => messageGaps.includes(gap))
  return (response?.status ?? 500) < 500 && procedure.some((other) => other.index <= index && isUnseen(other))
}

const messageGaps: readonly Gap[] = ['request-bodies', 'answer-bodies', 'headers', 'exchanges']

/** The suffix for an error status. Step 1 contains nothing that could be invalid, so its refusal means that the account or application is not admitted. */
function failureOf(status: number, step: number): 'redirect' | 'not-admitted' | 'error' {
  if (status >= 300 && status < 400) return 'redirect'
  return step === 1 && [400, 403, 422].includes(status) ? 'not-admitted' : 'error'
}

/** The request itself was wrong, or an earlier breach left it without something it needs. The latter never explains a 5xx. */
function fromRequest({ at }: Breach, earlier: EarlierBreaches): Breach | null {
  const status = at?.exchange.response?.status ?? 500
  const own = earlier.findAt(at, { blame: ['application', 'harness'] })
  return own ?? (status < 500 ? earlier.findPossibleCause(at) : null)
}

/** A 204 without the required body is already reported as the missing body. */
function fromNoBody({ at }: Breach, earlier: EarlierBreaches): Breach | null {
  if (at?.exchange.response?.status !== 204) return null
  return earlier.findAt(at, { codes: ['homologation/product-data', 'homologation/product-id'] })
}
