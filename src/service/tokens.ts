import type { LifeEvent } from '../exchange/exchange.js'
import type { ApplicationState, Token } from './application.js'
import { between, createRandom, digest } from './random.js'
import type { ServiceSettings } from './settings.js'

/**
 * Tokens of each kind remembered for each application: a refresh token that does not rotate outlives many access tokens.
 * Revoked ones are among them, so that a client that still sends one is recognised.
 */
const REMEMBERED_TOKENS = 24
/** Authorization codes remembered for all applications, used ones included, so that a second use is recognised. */
const REMEMBERED_CODES = 10_000
/** Lifetimes as in the public service; the specification shows none. §Authentication */
const REFRESH_LIFETIME_MS = 30 * 86_400_000
const CODE_LIFETIME_MS = 60_000

export interface TokenPair {
  readonly access: Token
  readonly refresh: Token
}

interface Code {
  readonly application: ApplicationState
  readonly expiresAtMs: number
  isUsed: boolean
}

/** The result of checking an authorization code. */
export type CodeCheck = 'ok' | 'unknown' | 'expired' | 'reused'

interface IssueOptions {
  /** Without it the lifetime of the tokens begins when they are first used. */
  readonly nowMs?: number | undefined
  /** Whether the access token is a JWT, also if the settings do not say so. */
  readonly asJwt?: boolean
}

/** The access tokens, refresh tokens and authorization codes of all applications. */
export interface TokenStore {
  /** Issues an access token, with a new refresh token, or with the old one if refresh tokens do not rotate. */
  issue(application: ApplicationState, options?: IssueOptions): TokenPair
  find(value: string): Token | undefined
  /** Whether the token is neither revoked nor expired. */
  isAlive(token: Token, nowMs: number): boolean
  /** Returns the newest token of a kind, even if it was revoked. Issues one if the application has none of it. */
  newest(application: ApplicationState, kind: Token['kind']): Token
  /** Returns the access token before the newest one. */
  previousAccessToken(application: ApplicationState): string | undefined
  /** `event`: the lifecycle event that causes it. */
  revoke(application: ApplicationState, kind: Token['kind'] | 'all', event?: LifeEvent): void
  /** Makes revoked tokens valid again, except those that a lifecycle event revoked. */
  restore(application: ApplicationState): void
  /** Issues an authorization code, which is valid for 60 seconds and only once. */
  grantCode(application: ApplicationState, nowMs: number): string
  /** Checks an authorization code, and marks it as used if it is valid. */
  redeem(code: string, application: ApplicationState, nowMs: number): CodeCheck
}

/** The settings and tokens of the service, which most of its functions need. */
export interface ServiceContext {
  readonly settings: ServiceSettings
  readonly tokens: TokenStore
}

export function createTokenStore(settings: ServiceSettings): TokenStore {
  const known = new Map<string, Token>()
  const codes = new Map<string, Code>()

  function create(
    application: ApplicationState,
    kind: Token['kind'],
    { nowMs, asJwt = false }: IssueOptions = {},
  ): Token {
    const seed = `${settings.seed}/${application.id}/${kind}/${application.issued++}`
    const lifetimeMs = kind === 'access' ? settings.accessTokenLifetimeMs : REFRESH_LIFETIME_MS
    const value = asJwt && kind === 'access' ? jwt(seed, application, nowMs ?? 0) : digest(seed)
    const token: Token = {
      value,
      kind,
      application,
      isRevoked: false,
      revokedBy: null,
      expiresAtMs: nowMs === undefined ? null : nowMs + lifetimeMs,
    }
    known.set(value, token)
    application.tokens.push(token)
    forgetOldest(application, kind)
    settings.onSecret(kind === 'access' ? 'access_token' : 'refresh_token', value)
    return token
  }

  function forgetOldest({ tokens }: ApplicationState, kind: Token['kind']): void {
    const oldest = tokens.filter((token) => token.kind === kind).at(-REMEMBERED_TOKENS - 1)
    if (!oldest) return
    tokens.splice(tokens.indexOf(oldest), 1)
    known.delete(oldest.value)
  }

  /** Makes a token that looks like a JWT of 1.5 to 3 kB. Its signature is random, because a client must not look inside. */
  function jwt(seed: string, application: ApplicationState, nowMs: number): string {
    const { epochMs, accessTokenLifetimeMs } = settings
    const random = createRandom(`${seed}/size`)
    const issuedAt = epochMs === null ? null : Math.floor((epochMs + nowMs) / 1000)
    const claims = {
      jti: digest(seed),
      client_id: application.clientId,
      ...(issuedAt !== null && { iat: issuedAt, exp: issuedAt + accessTokenLifetimeMs / 1000 }),
      scopes: application.scopes,
      context: digest(`${seed}/context`, between(random, 700, 1_600)),
    }
    return [
      JSON.stringify({ typ: 'JWT', alg: 'RS256' }),
      JSON.stringify(claims),
      digest(`${seed}/signature`, 256),
    ]
      .map((part) => Buffer.from(part).toString('base64url'))
      .join('.')
  }

  function newest(application: ApplicationState, kind: Token['kind']): Token {
    return application.tokens.findLast((token) => token.kind === kind) ?? create(application, kind)
  }

  return {
    newest,

    previousAccessToken: ({ tokens }) => tokens.filter(({ kind }) => kind === 'access').at(-2)?.value,

    issue(application, { nowMs, asJwt = false } = {}) {
      const previous = application.tokens.findLast((token) => token.kind === 'refresh')
      const access = create(application, 'access', { nowMs, asJwt: asJwt || settings.jwt })
      if (previous && !previous.isRevoked && !settings.refreshTokenRotates)
        return { access, refresh: previous }
      if (previous) previous.isRevoked = true
      return { access, refresh: create(application, 'refresh', { nowMs }) }
    },

    find: (value) => known.get(value),

    isAlive(token, nowMs) {
      token.expiresAtMs ??=
        nowMs + (token.kind === 'access' ? settings.accessTokenLifetimeMs : REFRESH_LIFETIME_MS)
      return !token.isRevoked && nowMs < token.expiresAtMs
    },

    revoke(application, kind, event) {
      for (const token of application.tokens) {
        if (token.isRevoked || (kind !== 'all' && token.kind !== kind)) continue
        token.isRevoked = true
        token.revokedBy = event ?? null
      }
    },

    restore(application) {
      if (application.inactivated) return
      for (const token of application.tokens) if (token.revokedBy === null) token.isRevoked = false
    },

    grantCode(application, nowMs) {
      const code = digest(`${settings.seed}/${application.id}/code/${application.issued++}`)
      const [oldest] = codes.keys()
      if (codes.size >= REMEMBERED_CODES && oldest !== undefined) codes.delete(oldest)
      codes.set(code, { application, expiresAtMs: nowMs + CODE_LIFETIME_MS, isUsed: false })
      settings.onSecret('code', code)
      return code
    },

    redeem(value, application, nowMs) {
      const code = codes.get(value)
      if (code?.application !== application) return 'unknown'
      if (code.isUsed) return 'reused'
      if (nowMs >= code.expiresAtMs) return 'expired'
      code.isUsed = true
      return 'ok'
    },
  }
}
