import type { Gap } from '../../exchange/exchange.js'
import { isForWantOfScope } from '../auth/scope.js'
import type { Earlier } from '../earlier.js'
import { ownRequest } from '../earlier.js'
import { type Breach, observed, rule } from '../rule.js'
import { hostOf, isAtOtherHost } from '../service-host.js'
import type { Placed, Trace } from '../trace.js'

/** Each step gets a success status of the profile; another 2xx should not be. */
export const answerStatus = rule(
  'homologation/answer-status',
  (run, note) => {
    for (const placed of run.procedure) {
      const { answer } = placed.exchange
      if (placed.place.kind !== 'step' || !answer || placed.exchange.staged) continue
      if (placed.isUnread && placed.outcome !== 'error')
        note.breach('unread', placed, { ...observed, values: { status: answer.status } })
      if (placed.outcome !== 'success' && placed.outcome !== 'error') continue
      if (isForWantOfScope(placed.exchange, run.profile)) continue
      note.tested()
      const wanted = run.profile.statuses[placed.place.step - 1] ?? []
      if (wanted.includes(answer.status)) continue
      const values = { status: answer.status, wanted: wanted.join(', ') }
      if (placed.outcome === 'success')
        note.breach('other-success', placed, { blame: 'service', severity: 'warning', values })
      else if (isAtOtherHost(placed.exchange, run.profile)) {
        const { service } = run.profile
        const hosts = { host: hostOf(placed.exchange), documented: service?.host ?? null }
        note.breach('other-host', placed, { blame: 'environment', values: { ...values, ...hosts } })
      } else {
        const code = failureOf(answer.status, placed.place.step)
        const isEarned = code === 'error' && mayBeEarned(run, placed)
        note.breach(code, placed, { blame: isEarned ? 'environment' : 'service', values })
      }
    }
  },
  { follows: { error: fromRequest, 'not-admitted': fromRequest, 'other-success': fromNoBody } },
)

/**
 * The refusal of a request whose content is not recorded counts against neither side: its body, hash or identifier
 * may have been wrong.
 */
function mayBeEarned({ procedure }: Trace, { index, exchange: { answer } }: Placed): boolean {
  const isUnseen = ({ exchange: { gaps } }: Placed) => gaps.some((gap) => ofMessages.includes(gap))
  return (answer?.status ?? 500) < 500 && procedure.some((one) => one.index <= index && isUnseen(one))
}

const ofMessages: readonly Gap[] = ['request-bodies', 'answer-bodies', 'headers', 'exchanges']

function failureOf(status: number, step: number): 'redirect' | 'not-admitted' | 'error' {
  if (status >= 300 && status < 400) return 'redirect'
  return step === 1 && ofAdmission.has(status) ? 'not-admitted' : 'error'
}

/** Step 1 holds nothing that could be invalid: what is refused is who asks. */
const ofAdmission: ReadonlySet<number> = new Set([400, 403, 422])

/**
 * The request earned the error itself; or, where the service refuses it, an earlier one left the procedure, or an earlier
 * answer never gave what it needs.
 */
function fromRequest(breach: Breach, earlier: Earlier): Breach | null {
  const status = breach.at?.exchange.answer?.status ?? 500
  return ownRequest(breach, earlier) ?? (status < 500 ? earlier.lasting(breach.at) : null)
}

/** A 204 where a body is required is already reported as the missing body. */
function fromNoBody({ at }: Breach, earlier: Earlier): Breach | null {
  if (at?.exchange.answer?.status !== 204) return null
  return earlier.at(at, { of: ['homologation/product-data', 'homologation/product-id'] })
}
