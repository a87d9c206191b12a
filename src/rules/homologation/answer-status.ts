import type { Gap } from '../../exchange/exchange.js'
import { isRefusedForScope } from '../auth/token-request.js'
import type { EarlierBreaches } from '../earlier.js'
import { type Breach, blamelessInfo, rule } from '../rule.js'
import { hostOf, isAtOtherHost } from '../seen.js'
import type { PlacedExchange, Trace } from '../trace.js'

/** The response to each step has the success status of the profile. Another 2xx is a warning. */
export const responseStatus = rule(
  'homologation/answer-status',
  (run, note) => {
    for (const placed of run.procedure) {
      const { response } = placed.exchange
      // a staged refusal is our own doing, not the service's
      if (placed.place.kind !== 'step' || !response || placed.exchange.staged) continue
      // without the error's text, the requests after it may show a refused token or a limit: then the outcome is a guess
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
