import { type Exchange, headerValue } from '../../exchange/exchange.js'
import type { Profile } from '../../specification/profile.js'
import { lacksScope } from '../../specification/recognise.js'
import { onAnswer } from '../concerns.js'
import { observer } from '../observer.js'
import type { SeenExchange } from '../seen.js'

/**
 * A request that is refused because a scope is missing must be fixed in the registration of the application, even if
 * our own run sent it.
 */
export const scope = observer('auth/scope', onAnswer, () => (seen, note) => {
  if (!seen.route || seen.exchange.staged) return
  if (seen.isSuccess) return note.tested()
  if (!isForWantOfScope(seen.exchange, seen.context.profile)) return
  const { method } = seen.exchange.request
  note.tested()
  note.breach('missing', {
    values: { method, path: seen.path.slice(0, 120), scope: neededScope(seen) },
    blame: 'application',
  })
})

/** Whether the response says that the token lacks a scope. */
export function isForWantOfScope({ answer }: Exchange, profile: Profile): boolean {
  if (!answer) return false
  const { status, headers, body } = answer
  return lacksScope({ status, headers, text: body?.text ?? null }, profile)
}

/** As the challenge names it. RFC 6750 §3 */
function neededScope({ exchange: { answer } }: SeenExchange): string | null {
  const challenge = answer && headerValue(answer.headers, 'www-authenticate')
  return /\bscope="([^"]{1,80})"/.exec(challenge ?? '')?.[1] ?? null
}
