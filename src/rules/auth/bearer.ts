import { authorizationOf, hasEndTimes } from '../../exchange/exchange.js'
import { property, valueIn } from '../../exchange/json.js'
import { traitsOfSource } from '../../exchange/sources.js'
import { isSendableToken } from '../../specification/token-response.js'
import { EMPTY_VARIABLE_TEXTS } from '../identifier.js'
import { RecentMap } from '../memory.js'
import { type ObserverNote, requestObserver } from '../observer.js'
import type { SeenExchange } from '../seen.js'
import { fieldSent } from './token-request.js'

/**
 * Every request to the service carries `Authorization: Bearer <access token>`, and never the refresh token. It must not
 * carry a refused token again and again either. In the five steps `homologation/token-renewed` reports that.
 */
export const bearer = requestObserver('auth/bearer', () => {
  const uses = new RecentMap<TokenUse>(1000)
  const refused = new RecentMap<RefusedToken>(1000)
  return (seen, note) => {
    if (seen.exchange.channel === 'token') {
      learnUses(seen, uses)
    } else if (mustHaveToken(seen)) {
      note.tested()
      const { method } = seen.exchange.request
      const { scheme, token, flaw } = parseAuthorization(authorizationOf(seen.exchange))
      const code = flaw ?? (isRefreshToken(seen, token, uses) ? 'refresh-token' : null)
      const values = { method, path: seen.path.slice(0, 120), scheme, shown: token.slice(0, 60) }
      if (code !== null) note.breach(code, { values })
      else if (seen.route?.family !== 'homologacao') examineReuse(seen, token, refused, note)
    }
  }
})

/** How the token address saw a value: as a refresh token that it issued or accepted, or only in a request without success. */
type TokenUse = 'refresh' | 'only-sent'

function learnUses(seen: SeenExchange, uses: RecentMap<TokenUse>): void {
  const sent = fieldSent(seen, 'refresh_token')
  // only the response shows whether the value is a refresh token
  if (typeof sent === 'string' && uses.get(sent) !== 'refresh')
    uses.set(sent, seen.isSuccess ? 'refresh' : 'only-sent')
  const issued = property(valueIn(seen.responseJson), 'refresh_token')
  if (typeof issued === 'string') uses.set(issued, 'refresh')
}

interface RefusedToken {
  /** When the response with the last refusal ended. */
  readonly refusedAtMs: number
  /** How often the token was sent after a refusal of it had arrived. */
  readonly reuses: number
}

/** A preflight carries no credentials, and a request outside the base address is not a request to the service. */
function mustHaveToken({ exchange, isBelowBase, intent }: SeenExchange): boolean {
  if (exchange.channel !== 'service' || !isBelowBase || intent === 'without-token') return false
  return exchange.request.method !== 'OPTIONS' && !exchange.gaps.includes('authorization')
}

type Flaw =
  | 'missing' // no header
  | 'several' // more than one header or token
  | 'not-bearer' // another scheme, or `Bearer:` and the like
  | 'raw' // a token without a scheme
  | 'doubled' // `Bearer Bearer abc`
  | 'quoted' // `Bearer "abc"`
  | 'placeholder' // no value, or that of an empty variable
  | 'no-token' // characters that no token has

/** Takes the headers apart. A correct one has `Bearer` in upper or lower case, one space or more, and one token. RFC 6750 §2.1 */
function parseAuthorization(values: readonly string[]) {
  const [first = ''] = values
  // `Bearer:abc`, `Bearer=abc`, or a tab between the two
  const [wrongSeparator] = /^\s*bearer\s*(?:[:=]|\t)/i.exec(first) ?? []
  if (wrongSeparator !== undefined && values.length === 1)
    return { scheme: wrongSeparator.trim(), token: '', flaw: 'not-bearer' as const }
  const [, scheme = '', rest = ''] = /^\s*(\S*)\s*(.*?)\s*$/s.exec(first) ?? []
  const isBearer = scheme.toLowerCase() === 'bearer'
  return { scheme, token: isBearer ? rest : scheme, flaw: flawOf(values, isBearer, scheme, rest) }
}

function flawOf(values: readonly string[], isBearer: boolean, scheme: string, rest: string): Flaw | null {
  if (values.length === 0) return 'missing'
  if (values.length > 1 || /,\s*bearer\s/i.test(rest)) return 'several'
  if (scheme === '') return 'placeholder'
  // a single word is a token without a scheme, unless it is the name of a scheme
  if (!isBearer) return rest === '' && !/^basic$/i.test(scheme) ? 'raw' : 'not-bearer'
  if (/^bearer(?:\s|$)/i.test(rest)) return 'doubled'
  if (/^["'`]|["'`]$/.test(rest)) return 'quoted'
  if (rest === '' || PLACEHOLDER.test(rest)) return 'placeholder'
  return isSendableToken(rest) ? null : 'no-token'
}

/** Matches what an application sends for an empty variable or an unfilled template: `undefined`, `{token}`, `%s`. */
const PLACEHOLDER = new RegExp(
  String.raw`^(?:${EMPTY_VARIABLE_TEXTS}|true|false|<.*>|\$?\{.*\}|%s|access_token|token)$`,
  'i',
)

/**
 * Reports an application that ignores refusals of its token. Requests that it sent before a refusal arrived prove nothing.
 * A first request after the arrival may be an accident; the second one is the breach. A token that works again is no
 * longer remembered as refused.
 */
function examineReuse(
  seen: SeenExchange,
  token: string,
  refused: RecentMap<RefusedToken>,
  note: ObserverNote<'auth/bearer'>,
): void {
  const { exchange, status } = seen
  const isOurs = traitsOfSource(exchange).plays === 'client'
  // when a token is refused, our own run aborts the suites that run in parallel, some before their request was sent
  if (!hasEndTimes(exchange) || (isOurs && exchange.failure?.kind === 'aborted')) return
  // 403 and 429 are about the scope and the rate, and so say that the token is valid
  const isRefused = seen.isAccessRefused && (status === 401 || status === 400)
  if (!isRefused && status !== null) return refused.delete(token)
  const known = refused.get(token)
  if (!known) {
    if (isRefused) refused.set(token, { refusedAtMs: seen.endMs, reuses: 0 })
    return
  }
  if (exchange.sentAtMs <= known.refusedAtMs + (isOurs ? 0 : TRANSIT_MS)) return
  const reuses = known.reuses + 1
  refused.set(token, { refusedAtMs: seen.endMs, reuses })
  if (reuses !== REPORTED_REUSE) return
  const { method } = exchange.request
  note.breach('dead-token', { values: { method, path: seen.path.slice(0, 120), again: reuses } })
}

const REPORTED_REUSE = 2

/** The time that a refusal and the next request may take between the application and the place where we saw them. */
const TRANSIT_MS = 50

/**
 * Whether a value is known to be a refresh token. Its label (`[refresh_token#1]`) says only in which field it was seen first.
 * If the value was only sent, and never accepted as a refresh token, a client may have put anything into that field. Then the
 * label counts only if we are the client or the service, because then we know the tokens.
 */
function isRefreshToken({ exchange }: SeenExchange, token: string, uses: RecentMap<TokenUse>): boolean {
  const use = uses.get(token)
  const isLabelled = token.startsWith('[refresh_token#')
  if (use === 'only-sent') return isLabelled && traitsOfSource(exchange).plays !== null
  return use === 'refresh' || isLabelled
}
