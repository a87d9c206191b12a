import { headerValue } from '../../exchange/exchange.js'
import { isObject, valueIn } from '../../exchange/json.js'
import { rule, unlessHidden } from '../rule.js'
import type { Placed, Trace } from '../trace.js'

/** Renewal is form-encoded, with the client's credentials as the profile says. */
export const tokenRequest = rule(
  'auth/token-request',
  (run, note) => {
    for (const placed of run.renewals) {
      const { body } = placed.exchange.request
      if (body?.flaw === 'not-recorded') continue
      note.tested()
      const flaw = tokenRequestFlaw(run, placed)
      if (flaw !== null)
        note.breach(flaw, placed, flaw === 'not-form' ? { values: { type: typeOf(placed) } } : {})
    }
  },
  { untested: unlessHidden('no-refusal') },
)

type Flaw = 'json' | 'not-form' | 'no-credentials' | 'in-body' | 'not-in-body'

/** Returns how the form of a token request is broken, or null. */
export function tokenRequestFlaw(run: Trace, placed: Placed): Flaw | null {
  if (isObject(valueIn(placed.requestJson))) return 'json'
  const type = typeOf(placed)
  if (type !== null && type.toLowerCase() !== 'application/x-www-form-urlencoded') return 'not-form'
  const { clientAuth } = run.profile.tokenRequest
  const form = new URLSearchParams(placed.exchange.request.body?.text ?? '')
  const inBody = form.has('client_secret')
  const basic = /^basic /i.test(headerValue(placed.exchange.request.headers, 'authorization') ?? '')
  if (placed.exchange.gaps.includes('authorization')) return null
  if (!inBody && !basic) return 'no-credentials'
  if (clientAuth === 'basic' && inBody) return 'in-body'
  return clientAuth === 'body' && !inBody ? 'not-in-body' : null
}

/** Returns the declared content type of the body; null if it is not declared. */
function typeOf({ exchange }: Placed): string | null {
  return headerValue(exchange.request.headers, 'content-type')?.split(';')[0]?.trim() || null
}
