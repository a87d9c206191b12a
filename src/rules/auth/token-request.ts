import { isThisMachine } from '../../exchange/address.js'
import { authorizationOf, type Exchange, headerValue } from '../../exchange/exchange.js'
import { isObject, valueIn } from '../../exchange/json.js'
import { sightOf } from '../../exchange/sources.js'
import type { Profile } from '../../specification/profile.js'
import { lacksScope } from '../../specification/recognise.js'
import { atSameExchange } from '../earlier.js'
import { observer, requestObserver } from '../observer.js'
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
  {
    // where the request was refused, its form is a part of that one error: it says why
    causes: atSameExchange('auth/renewal:refused'),
    whyUntested: unlessHidden('no-refusal'),
  },
)

type Flaw = 'json' | 'not-form' | 'no-credentials' | 'in-body' | 'not-in-body'

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

function typeOf({ exchange }: Placed): string | null {
  return headerValue(exchange.request.headers, 'content-type')?.split(';')[0]?.trim() || null
}

/** A request without a valid token is refused. Observed: how token errors are reported is not shown. */
export const refused = observer('auth/refused', () => (seen, note) => {
  const { exchange, route, status } = seen
  if (!route || status === null) return
  const hasNone = sightOf(exchange).isWhole && authorizationOf(exchange).length === 0
  if (seen.intent !== 'without-token' && (!hasNone || exchange.gaps.includes('authorization'))) return
  note.tested()
  if (seen.isSuccess) note.breach('accepted', { values: { status } })
})

/** A missing scope is a matter of the registration of the application, even if our own run sent the request. */
export const scope = requestObserver('auth/scope', () => (seen, note) => {
  if (!seen.route || seen.exchange.staged) return
  if (seen.isSuccess) return note.tested()
  if (!isForWantOfScope(seen.exchange, seen.context.profile)) return
  const { request, response } = seen.exchange
  const { method } = request
  const challenge = headerValue(response?.headers ?? [], 'www-authenticate') ?? ''
  // RFC 6750 §3
  const [, named] = /\bscope="([^"]{1,80})"/.exec(challenge) ?? []
  note.tested()
  note.breach('missing', { values: { method, path: seen.path.slice(0, 120), scope: named ?? null } })
})

export function isForWantOfScope({ response }: Exchange, profile: Profile): boolean {
  if (!response) return false
  const { status, headers, body } = response
  return lacksScope({ status, headers, text: body?.text ?? null }, profile)
}

/** Requests use https, except to this machine. What reaches our own listener says nothing of other hosts. */
export const https = observer('auth/https', () => ({ exchange }, note) => {
  if (exchange.channel === 'elsewhere' || sightOf(exchange).plays === 'service') return
  // nearly all that is seen, and nothing more to look for
  if (exchange.request.url.startsWith('https://')) return note.tested()
  const [scheme = '', host = ''] =
    /^(https?):\/\/(\[[^\]]*\]|[^/:?#]*)/i.exec(exchange.request.url)?.slice(1) ?? []
  if (scheme === '') return
  note.tested()
  if (scheme.toLowerCase() === 'http' && !isThisMachine(host) && !/\.localhost$/i.test(host)) {
    const blame = sightOf(exchange).plays === 'client' ? 'environment' : 'application'
    note.breach('plain', { values: { host }, blame })
  }
})
