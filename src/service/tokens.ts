import type { LifeEvent } from '../exchange/exchange.js'
import type { ApplicationState, Token } from './application.js'
import { between, createRandom, digest } from './random.js'
import type { ServiceSettings } from './settings.js'

/** As many tokens of one application are remembered, dead ones included, so that a late one is still recognised. */
const REMEMBERED_TOKENS = 48
const REMEMBERED_CODES = 10_000
const REFRESH_LIFETIME_MS = 30 * 86_400_000
const CODE_LIFETIME_MS = 60_000

export interface TokenPair {
  readonly access: Token
  readonly refresh: Token
}

interface Code {
  readonly application: ApplicationState
  readonly expiresAtMs: number
  used: boolean
}

export type Redeemed = 'ok' | 'unknown' | 'expired' | 'reused'

/** Issues, finds and kills the tokens and codes of all applications. */
export interface TokenStore {
  /** A new access token, with a refresh token: a new one, or the living one where that does not rotate. */
  issue(application: ApplicationState, nowMs: number | null, asJwt: boolean): TokenPair
  find(value: string): Token | undefined
  isAlive(token: Token, nowMs: number): boolean
  /** The newest of its kind, dead or alive. */
  newest(application: ApplicationState, kind: Token['kind']): Token
  /** The access token before the newest one. */
  former(application: ApplicationState): string | undefined
  /** All, or those of a kind; `of`: the chosen event that they die of. */
  kill(application: ApplicationState, kind?: Token['kind'], of?: LifeEvent): void
  /** All that are remembered live again; what expired, or died of a chosen event, stays dead. */
  revive(application: ApplicationState): void
  /** An authorization code: 60 s, once. */
  grantCode(application: ApplicationState, nowMs: number): string
  redeem(code: string, application: ApplicationState, nowMs: number): Redeemed
}

export function createTokenStore(settings: ServiceSettings): TokenStore {
  const known = new Map<string, Token>()
  const codes = new Map<string, Code>()

  function mint(
    application: ApplicationState,
    kind: Token['kind'],
    nowMs: number | null,
    asJwt: boolean,
  ): Token {
    const seed = `${settings.seed}/${application.id}/${kind}/${application.issued++}`
    const lifetimeMs = kind === 'access' ? settings.accessTokenLifetimeMs : REFRESH_LIFETIME_MS
    const value = asJwt && kind === 'access' ? jwt(seed, application, settings, nowMs ?? 0) : digest(seed)
    const token: Token = {
      value,
      kind,
      application,
      alive: true,
      diedOf: null,
      expiresAtMs: nowMs === null ? null : nowMs + lifetimeMs,
    }
    const { tokens } = application
    known.set(value, token)
    tokens.push(token)
    if (tokens.length > REMEMBERED_TOKENS) known.delete(tokens.shift()?.value ?? '')
    settings.onSecret(kind === 'access' ? 'access_token' : 'refresh_token', value)
    return token
  }

  function newest(application: ApplicationState, kind: Token['kind']): Token {
    return application.tokens.findLast((token) => token.kind === kind) ?? mint(application, kind, null, false)
  }

  return {
    newest,

    former: ({ tokens }) => tokens.filter(({ kind }) => kind === 'access').at(-2)?.value,

    issue(application, nowMs, asJwt) {
      const former = application.tokens.findLast((token) => token.kind === 'refresh')
      const access = mint(application, 'access', nowMs, asJwt || settings.jwt)
      if (former?.alive && !settings.refreshTokenRotates) return { access, refresh: former }
      if (former) former.alive = false
      return { access, refresh: mint(application, 'refresh', nowMs, false) }
    },

    find: (value) => known.get(value),

    isAlive(token, nowMs) {
      token.expiresAtMs ??=
        nowMs + (token.kind === 'access' ? settings.accessTokenLifetimeMs : REFRESH_LIFETIME_MS)
      return token.alive && nowMs < token.expiresAtMs
    },

    kill(application, kind, of) {
      for (const token of application.tokens) {
        if (!token.alive || (kind !== undefined && token.kind !== kind)) continue
        token.alive = false
        token.diedOf = of ?? null
      }
    },

    revive(application) {
      if (application.inactivated) return
      for (const token of application.tokens) token.alive ||= token.diedOf === null
    },

    grantCode(application, nowMs) {
      const code = digest(`${settings.seed}/${application.id}/code/${application.issued++}`)
      const [oldest] = codes.keys()
      if (codes.size >= REMEMBERED_CODES && oldest !== undefined) codes.delete(oldest)
      codes.set(code, { application, expiresAtMs: nowMs + CODE_LIFETIME_MS, used: false })
      settings.onSecret('code', code)
      return code
    },

    redeem(value, application, nowMs) {
      const code = codes.get(value)
      if (code?.application !== application) return 'unknown'
      if (code.used) return 'reused'
      if (nowMs >= code.expiresAtMs) return 'expired'
      code.used = true
      return 'ok'
    },
  }
}

/** Makes a text like a JWT of 1.5 to 3 kB. Its signature is noise, because a client must not read inside. */
function jwt(
  seed: string,
  application: ApplicationState,
  { epochMs, ...settings }: ServiceSettings,
  nowMs: number,
) {
  const random = createRandom(`${seed}/size`)
  const issuedAt = epochMs === null ? null : Math.floor((epochMs + nowMs) / 1000)
  const times =
    issuedAt === null ? {} : { iat: issuedAt, exp: issuedAt + settings.accessTokenLifetimeMs / 1000 }
  const claims = {
    jti: digest(seed),
    client_id: application.clientId,
    ...times,
    scopes: application.scopes,
    context: digest(`${seed}/context`, between(random, 700, 1_600)),
  }
  return [{ typ: 'JWT', alg: 'RS256' }, claims, digest(`${seed}/signature`, 256)]
    .map((part) => Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url'))
    .join('.')
}
