import { headerValues } from '../../exchange/exchange.js'
import { property } from '../../exchange/json.js'
import { type ObserverNote, observer } from '../observer.js'
import { createRecent, type Recent } from '../recent.js'
import type { SeenExchange } from '../seen.js'

/**
 * Every request to the service, on every route and from every source, carries `Authorization: Bearer <access token>`, and
 * never the refresh token. A refused token that comes back in the five steps is `homologation/token-renewed`; elsewhere it
 * is told here, once it was sent again and again.
 */
export const bearer = observer('auth/bearer', () => {
  const refreshTokens = createRecent<true>(1000)
  const dead = createRecent<Dead>(1000)
  return (seen, note) => {
    if (seen.exchange.channel === 'token') {
      for (const token of refreshTokensOf(seen)) refreshTokens.set(token, true)
    } else if (isConcerned(seen)) {
      note.tested()
      const credentials = headerValues(seen.exchange.request.headers, 'authorization')
      const token = examineHeader(seen, credentials, refreshTokens, note)
      if (token !== null && seen.route?.family !== 'homologacao') examineAgain(seen, token, dead, note)
    }
  }
})

type BearerNote = ObserverNote<'auth/bearer'>

/** Since when a token is known to be refused, and how often it came back since. */
interface Dead {
  readonly sinceMs: number
  readonly again: number
}

/** A preflight carries no credentials; what lies beside the base address is no request to the service. */
function isConcerned({ exchange, isBelowBase, meant }: SeenExchange): boolean {
  if (exchange.channel !== 'service' || !isBelowBase || meant === 'without-token') return false
  return exchange.request.method !== 'OPTIONS' && !exchange.gaps.includes('authorization')
}

/** The access token; null where the header is broken. */
function examineHeader(
  { exchange, path }: SeenExchange,
  credentials: readonly string[],
  refreshTokens: Recent<true>,
  note: BearerNote,
): string | null {
  const { scheme, token, flaw } = readCredentials(credentials)
  const isRefresh = token.startsWith('[refresh_token#') || refreshTokens.has(token)
  const code = flaw ?? (isRefresh ? 'refresh-token' : null)
  if (code === null) return token
  const values = {
    method: exchange.request.method,
    path: path.slice(0, 120),
    scheme,
    shown: token.slice(0, 60),
  }
  note.breach(code, { values, blame: 'application' })
  return null
}

type Flaw = 'missing' | 'several' | 'not-bearer' | 'raw' | 'doubled' | 'quoted' | 'placeholder'

interface Credentials {
  readonly scheme: string
  readonly token: string
  readonly flaw: Flaw | null
}

/** Most requests carry what the one before carried. */
let last: { readonly value: string; readonly credentials: Credentials } | null = null

function readCredentials(values: readonly string[]): Credentials {
  const [value] = values
  if (value === undefined || values.length > 1) return takeApart(values)
  if (last?.value !== value) last = { value, credentials: takeApart(values) }
  return last.credentials
}

/** `Bearer`, one blank or more, one token; the scheme in any case. */
function takeApart(values: readonly string[]): Credentials {
  const [first = ''] = values
  const [, scheme = '', rest = ''] = /^\s*(\S*)\s*(.*?)\s*$/s.exec(first) ?? []
  const isBearer = scheme.toLowerCase() === 'bearer'
  return { scheme, token: isBearer ? rest : scheme, flaw: flawOf(values, isBearer, scheme, rest) }
}

function flawOf(values: readonly string[], isBearer: boolean, scheme: string, rest: string): Flaw | null {
  if (values.length === 0) return 'missing'
  if (values.length > 1 || /,\s*bearer\s/i.test(rest)) return 'several'
  if (!isBearer) return rest === '' && scheme !== '' && !/^basic$/i.test(scheme) ? 'raw' : otherFlaw(scheme)
  if (/^bearer(?:\s|$)/i.test(rest)) return 'doubled'
  if (/^["'`]|["'`]$/.test(rest)) return 'quoted'
  return rest === '' || isPlaceholder(rest) ? 'placeholder' : /\s/.test(rest) ? 'not-bearer' : null
}

function otherFlaw(scheme: string): Flaw {
  return scheme === '' ? 'placeholder' : 'not-bearer'
}

/** What a client writes where a variable was empty, or was never filled in. */
function isPlaceholder(token: string): boolean {
  return /^(?:undefined|null|nil|none|nan|true|false|\[object \w+\]|<.*>|\$?\{.*\}|%s|access_token|token)$/i.test(
    token,
  )
}

/** Once may be a retry that crossed the refusal; more is nobody looking at the status. A token that works is not dead. */
function examineAgain(seen: SeenExchange, token: string, dead: Recent<Dead>, note: BearerNote): void {
  const { exchange, status } = seen
  const known = dead.get(token)
  const isAgain = known !== undefined && exchange.sentAtMs > known.sinceMs + REACTION_MS
  const again = (known?.again ?? 0) + (isAgain ? 1 : 0)
  if (status !== null && !isRefusal(seen, status)) return dead.delete(token)
  if (isAgain && again === MOST_AGAIN + 1)
    note.breach('dead-token', {
      values: { method: exchange.request.method, path: seen.path.slice(0, 120), again },
      blame: 'application',
    })
  if (known || status !== null)
    dead.set(token, { sinceMs: known?.sinceMs ?? exchange.answeredAtMs ?? exchange.sentAtMs, again })
}

function isRefusal({ isTurnedAway }: SeenExchange, status: number): boolean {
  return isTurnedAway && (status === 401 || status === 400)
}

const MOST_AGAIN = 1
/** Within which a request that was on its way out when the refusal came says nothing: several may run side by side. */
const REACTION_MS = 250

/** The refresh tokens that a renewal sent or was given. */
function refreshTokensOf({ exchange, sent, json }: SeenExchange): string[] {
  const inForm = sent?.ok ? null : new URLSearchParams(exchange.request.body?.text ?? '').get('refresh_token')
  const inJson = sent?.ok ? property(sent.value, 'refresh_token') : undefined
  const given = json?.ok ? property(json.value, 'refresh_token') : undefined
  return [inForm, inJson, given].filter((token): token is string => typeof token === 'string' && token !== '')
}
