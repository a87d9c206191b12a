import { isThisMachine } from '../../exchange/address.js'
import { authorizationOf, type Exchange, headerValue } from '../../exchange/exchange.js'
import { isObject, type Json, property, valueIn } from '../../exchange/json.js'
import { traitsOfSource } from '../../exchange/sources.js'
import type { Profile } from '../../specification/profile.js'
import { lacksScope } from '../../specification/recognise.js'
import { atSameExchange } from '../earlier.js'
import { observer, requestObserver } from '../observer.js'
import { rule, unlessNotRecorded } from '../rule.js'
import type { PlacedExchange, Trace } from '../trace.js'

/** A token request is form-encoded and has the client's credentials where the profile says: in the header or in the body. */
export const tokenRequest = rule(
  'auth/token-request',
  (run, note) => {
    for (const placed of run.renewals) {
      const { body } = placed.exchange.request
      if (body?.flaw === 'not-recorded') continue
      note.tested()
      const flaw = tokenRequestFlaw(run, placed)
      const options = flaw === 'not-form' ? { values: { type: contentTypeOf(placed) } } : {}
      if (flaw !== null) note.breach(flaw, placed, options)
    }
  },
  {
    // if the request was refused, its wrong form is the reason and no second error
    causes: atSameExchange('auth/renewal:refused'),
    whyUntested: unlessNotRecorded('no-refusal'),
  },
)

type Flaw =
  | 'json'
  | 'not-form' // another Content-Type than that of a form
  | 'no-credentials' // the client's credentials are neither in the header nor in the body
  | 'in-body' // they are in the body, and the profile wants them in the header
  | 'not-in-body' // they are in the header alone, and the profile wants them in the body

/** The flaw of a token request's form; null if there is none. Credentials are not judged if the recorder removed the header. */
export function tokenRequestFlaw(run: Trace, placed: PlacedExchange): Flaw | null {
  if (isObject(valueIn(placed.requestJson))) return 'json'
  const type = contentTypeOf(placed)
  if (type !== null && type.toLowerCase() !== 'application/x-www-form-urlencoded') return 'not-form'
  const { request, gaps } = placed.exchange
  if (gaps.includes('authorization')) return null
  const { clientAuth } = run.profile.tokenRequest
  const inBody = new URLSearchParams(request.body?.text ?? '').has('client_secret')
  const hasBasic = /^basic /i.test(headerValue(request.headers, 'authorization') ?? '')
  if (!inBody && !hasBasic) return 'no-credentials'
  if (clientAuth === 'basic' && inBody) return 'in-body'
  return clientAuth === 'body' && !inBody ? 'not-in-body' : null
}

/** A field of a token request's JSON or form; undefined or null if it has none of that name. */
export function fieldSent(
  { requestJson, exchange }: Pick<PlacedExchange, 'requestJson' | 'exchange'>,
  name: string,
): Json | undefined {
  const json = valueIn(requestJson)
  if (isObject(json)) return property(json, name)
  return new URLSearchParams(exchange.request.body?.text ?? '').get(name)
}

function contentTypeOf({ exchange }: PlacedExchange): string | null {
  return headerValue(exchange.request.headers, 'content-type')?.split(';')[0]?.trim() || null
}

/** A request without a token is refused. The specification does not show with which status. */
export const refused = observer('auth/refused', () => (seen, note) => {
  const { exchange, route, status } = seen
  if (!route || status === null) return
  // an incomplete recording may have left the header out
  const isRecorded = traitsOfSource(exchange).isComplete && !exchange.gaps.includes('authorization')
  const hasNoToken = isRecorded && authorizationOf(exchange).length === 0
  if (seen.intent !== 'without-token' && !hasNoToken) return
  note.tested()
  if (seen.isSuccess) note.breach('accepted', { values: { status } })
})

/** No request is refused for a missing scope. The application's owner must register it, even if our own run sent the request. */
export const scope = requestObserver('auth/scope', () => (seen, note) => {
  if (!seen.route || seen.exchange.staged) return
  if (seen.isSuccess) return note.tested()
  if (!isRefusedForScope(seen.exchange, seen.context.profile)) return
  const { request, response } = seen.exchange
  const { method } = request
  const challenge = headerValue(response?.headers ?? [], 'www-authenticate') ?? ''
  // `scope="pedidos"`, RFC 6750 §3
  const [, missingScope = null] = /\bscope="([^"]{1,80})"/.exec(challenge) ?? []
  note.tested()
  note.breach('missing', { values: { method, path: seen.path.slice(0, 120), scope: missingScope } })
})

export function isRefusedForScope({ response }: Exchange, profile: Profile): boolean {
  if (!response) return false
  const { status, headers, body } = response
  return lacksScope({ status, headers, text: body?.text ?? null }, profile)
}

/** Requests use https, except to this machine. Requests to our own listener do not show how other hosts are called. */
export const https = observer('auth/https', () => ({ exchange }, note) => {
  if (exchange.channel === 'elsewhere' || traitsOfSource(exchange).plays === 'service') return
  // nearly all requests end here, without the regular expression below
  if (exchange.request.url.startsWith('https://')) return note.tested()
  // `http://host:80/path` or `http://[::1]/path`
  const [, scheme = '', host = ''] = /^(https?):\/\/(\[[^\]]*\]|[^/:?#]*)/i.exec(exchange.request.url) ?? []
  if (scheme === '') return
  note.tested()
  if (scheme.toLowerCase() === 'http' && !isThisMachine(host) && !/\.localhost$/i.test(host)) {
    const blame = traitsOfSource(exchange).plays === 'client' ? 'environment' : 'application'
    note.breach('plain', { values: { host }, blame })
  }
})
