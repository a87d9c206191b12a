import { authorizationOf, tellsEnd } from '../../exchange/exchange.js'
import { property, valueIn } from '../../exchange/json.js'
import { sightOf } from '../../exchange/sources.js'
import { isSendableToken } from '../../specification/token-response.js'
import { EMPTY_VARIABLE_TEXTS } from '../identifier.js'
import { Recent } from '../memory.js'
import { type ObserverNote, requestObserver } from '../observer.js'
import type { SeenExchange } from '../seen.js'

/**
 * Every request to the service, on every route and from every source, carries `Authorization: Bearer <access token>`,
 * and never the refresh token. A refused token that is sent again in the five steps is `homologation/token-renewed`;
 * elsewhere this rule reports it, once it was sent repeatedly.
 */
export const bearer = requestObserver('auth/bearer', () => {
  const roles = new Recent<Role>(1000)
  const dead = new Recent<Dead>(1000)
  return (seen, note) => {
    if (seen.exchange.channel === 'token') {
      noteRoles(seen, roles)
    } else if (isConcerned(seen)) {
      note.tested()
      const { method } = seen.exchange.request
      const { scheme, token, flaw } = takeApart(authorizationOf(seen.exchange))
      const code = flaw ?? (isRefreshToken(seen, token, roles) ? 'refresh-token' : null)
      const values = { method, path: seen.path.slice(0, 120), scheme, shown: token.slice(0, 60) }
      if (code !== null) note.breach(code, { values })
      else if (seen.route?.family !== 'homologacao') examineAgain(seen, token, dead, note)
    }
  }
})

type BearerNote = ObserverNote<'auth/bearer'>

/** How the token address treated a value: it accepted or issued a refresh token, or was merely sent one. */
type Role = 'refresh' | 'merely-sent'

function noteRoles(seen: SeenExchange, roles: Recent<Role>): void {
  const sent = sentTokenOf(seen)
  if (sent !== null && roles.get(sent) !== 'refresh')
    roles.set(sent, seen.isSuccess ? 'refresh' : 'merely-sent')
  const given = property(valueIn(seen.responseJson), 'refresh_token')
  if (typeof given === 'string') roles.set(given, 'refresh')
}

/** A token that was refused: when its sender knew of it last, and how often it was sent again in spite of knowing. */
interface Dead {
  readonly knownMs: number
  readonly again: number
}

/** A preflight carries no credentials, and a request outside the base address is not a request to the service. */
function isConcerned({ exchange, isBelowBase, intent }: SeenExchange): boolean {
  if (exchange.channel !== 'service' || !isBelowBase || intent === 'without-token') return false
  return exchange.request.method !== 'OPTIONS' && !exchange.gaps.includes('authorization')
}

type Flaw = 'missing' | 'several' | 'not-bearer' | 'raw' | 'doubled' | 'quoted' | 'placeholder' | 'no-token'

/** `Bearer`, one blank or more, one token; the scheme in any case. RFC 6750 §2.1 */
function takeApart(values: readonly string[]) {
  const [first = ''] = values
  const [glued] = /^\s*bearer\s*(?:[:=]|\t)/i.exec(first) ?? []
  if (glued !== undefined && values.length === 1)
    return { scheme: glued.trim(), token: '', flaw: 'not-bearer' as const }
  const [, scheme = '', rest = ''] = /^\s*(\S*)\s*(.*?)\s*$/s.exec(first) ?? []
  const isBearer = scheme.toLowerCase() === 'bearer'
  return { scheme, token: isBearer ? rest : scheme, flaw: flawOf(values, isBearer, scheme, rest) }
}

function flawOf(values: readonly string[], isBearer: boolean, scheme: string, rest: string): Flaw | null {
  if (values.length === 0) return 'missing'
  if (values.length > 1 || /,\s*bearer\s/i.test(rest)) return 'several'
  if (!isBearer && scheme === '') return 'placeholder'
  if (!isBearer) return rest === '' && !/^basic$/i.test(scheme) ? 'raw' : 'not-bearer'
  if (/^bearer(?:\s|$)/i.test(rest)) return 'doubled'
  if (/^["'`]|["'`]$/.test(rest)) return 'quoted'
  if (rest === '' || PLACEHOLDER.test(rest)) return 'placeholder'
  return isSendableToken(rest) ? null : 'no-token'
}

/** Values that a client writes if a variable was empty or was never filled in. */
const PLACEHOLDER = new RegExp(
  String.raw`^(?:${EMPTY_VARIABLE_TEXTS}|true|false|<.*>|\$?\{.*\}|%s|access_token|token)$`,
  'i',
)

/**
 * Requests sent before the refusal has arrived prove nothing, however many run in parallel. One request that is sent
 * after its arrival, and is refused, may be an accident. A client that continues after that second refusal has
 * arrived ignores the status. A token that works again is no longer considered dead.
 */
function examineAgain(seen: SeenExchange, token: string, dead: Recent<Dead>, note: BearerNote): void {
  const { exchange, status } = seen
  const isOurs = sightOf(exchange).plays === 'client'
  // a request that our own run aborted may never have been sent: suites that run in parallel end together with the token
  if (!tellsEnd(exchange) || (isOurs && exchange.failure?.kind === 'aborted')) return
  const isRefused = seen.isAccessRefused && (status === 401 || status === 400)
  if (status !== null && !isRefused) return dead.isEmpty ? undefined : dead.delete(token)
  const known = dead.get(token)
  if (!known && status !== null) dead.set(token, { knownMs: seen.endMs, again: 0 })
  if (!known || exchange.sentAtMs <= known.knownMs + (isOurs ? 0 : WAY_MS)) return
  const again = known.again + 1
  dead.set(token, { knownMs: seen.endMs, again })
  if (again !== MOST_AGAIN + 1) return
  const { method } = exchange.request
  note.breach('dead-token', { values: { method, path: seen.path.slice(0, 120), again } })
}

const MOST_AGAIN = 1

/** Milliseconds that a refusal and the next request need between their sender and the place where they were seen. */
const WAY_MS = 50

/** The value that was sent as `refresh_token`. Only the token address can confirm that it is one. */
function sentTokenOf({ exchange, requestJson }: SeenExchange): string | null {
  const token = requestJson?.ok
    ? property(requestJson.value, 'refresh_token')
    : new URLSearchParams(exchange.request.body?.text ?? '').get('refresh_token')
  return typeof token === 'string' ? token : null
}

/** Whether a value is known for a refresh token. A label tells where it was seen first; a client may have sent anything there. */
function isRefreshToken({ exchange }: SeenExchange, token: string, roles: Recent<Role>): boolean {
  const role = roles.get(token)
  const isLabelled = token.startsWith('[refresh_token#')
  if (role === undefined) return isLabelled
  return role === 'refresh' || (isLabelled && sightOf(exchange).plays !== null)
}
