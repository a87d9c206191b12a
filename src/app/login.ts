import { safeAddress } from '../client/address.js'
import { type LoginOutcome, type LoginPages, login } from '../client/authorize.js'
import { createSender } from '../client/sender.js'
import type { Credentials } from '../client/token-source.js'
import { createTokenStore } from '../client/token-store.js'
import { accountKey, stemsOf } from '../client/tokens.js'
import { createTransport } from '../client/transport.js'
import { createMasker, type Masker, record } from '../exchange/masking.js'
import { codeOf } from '../node/thrown.js'
import type { Settings } from '../settings/settings.js'
import { userAgent } from '../settings/version.js'
import { type Catalogue, fill } from '../words/catalogue.js'
import { SettingsError, type UiKey } from '../words/errors.js'
import { durationText } from '../words/numerals.js'
import { startEmbedded } from './embedded.js'
import type { Invocation } from './invocation.js'
import type { Options } from './options.js'
import { type Outcome, passed } from './outcome.js'

type Login = Invocation<Options<'login'>>

/** Gets tokens by the authorization code flow and keeps them where every other command finds them. */
export async function run(invocation: Login): Promise<Outcome> {
  const { baseUrl } = invocation.settings
  if (baseUrl === null && invocation.options.authorizeUrl !== undefined)
    throw new SettingsError('login.no-base-url')
  const plan = baseUrl === null ? await embeddedPlan(invocation) : realPlan(invocation, baseUrl)
  try {
    return await logIn(invocation, plan)
  } finally {
    await plan.close()
  }
}

interface Plan {
  /** null: the embedded service. */
  readonly baseUrl: string | null
  readonly clientId: string
  readonly clientSecret: string | null
  readonly tokenUrl: string
  readonly authorizeUrl: string
  readonly close: () => Promise<void>
}

async function embeddedPlan({ settings, tell }: Login): Promise<Plan> {
  const { service, listener } = await startEmbedded({ profile: settings.profile })
  tell('login.embedded', { seed: service.seed })
  const { clientId, clientSecret } = service.credentials
  const { tokenUrl, authorizeUrl } = listener
  return { baseUrl: null, clientId, clientSecret, tokenUrl, authorizeUrl, close: () => listener.close() }
}

/** @throws SettingsError where something is missing */
function realPlan({ options, settings }: Login, baseUrl: string): Plan {
  const { clientId, clientSecret, tokenUrl } = settings.credentials
  const authorizeUrl = options.authorizeUrl ?? authorizeUrlOf(settings, baseUrl)
  if (clientId === null) throw new SettingsError('login.no-client')
  if (tokenUrl === null) throw new SettingsError('login.no-token-url')
  if (authorizeUrl === null) throw new SettingsError('login.no-authorize-url')
  safeAddress(authorizeUrl)
  return { baseUrl, clientId, clientSecret, tokenUrl, authorizeUrl, close: async () => {} }
}

/** The profile's address, or else the one that is customary next to the token address. */
function authorizeUrlOf({ credentials, profile }: Settings, baseUrl: string): string | null {
  const { authorizePath } = profile.tokenRequest
  if (authorizePath !== null) return new URL(authorizePath, baseUrl).href
  const { tokenUrl } = credentials
  return tokenUrl !== null && /\/token\/?$/.test(tokenUrl)
    ? tokenUrl.replace(/\/token\/?$/, '/authorize')
    : null
}

const PORT = 8910
const TIMEOUT_MS = 300_000
const MOST_TOLD = 3

async function logIn(invocation: Login, plan: Plan): Promise<Outcome> {
  const { catalogue, clock, desk, lang, options, settings, signal } = invocation
  const { port = PORT, redirectPath = 'callback', timeout: timeoutMs = TIMEOUT_MS } = options
  const masker = createMasker()
  const store = plan.baseUrl === null ? null : createTokenStore(settings.stateDir)
  if (plan.baseUrl !== null)
    await store?.prove(accountOf(plan.baseUrl, settings.credentials), stemsOf(settings.credentials))
  const credentialOrigins = [plan.tokenUrl]
  const transport = createTransport({
    clock,
    credentialOrigins,
    timeoutMs: settings.timeoutMs,
    network: settings.network,
  })
  const log = await invocation.stage.log(masker)
  const paste = desk?.listen() ?? null
  let strangers = 0
  try {
    const outcome = await login({
      ...plan,
      ...{ port, timeoutMs, clock, signal, path: `/${redirectPath.replace(/^\/+/, '')}` },
      clientAuth: settings.profile.tokenRequest.clientAuth,
      headers: [['user-agent', userAgent], ...Object.entries(settings.profile.request.headers)],
      pages: loginPages(catalogue, lang),
      sender: createSender({ transport, onExchange: (raw) => log.exchange(record(raw, masker)) }),
      onSecret: (kind, value) => masker.register(kind, value),
      keep: async (tokens) => {
        if (store !== null && plan.baseUrl !== null) await keepTokens(invocation, store, plan.baseUrl, tokens)
      },
      show: (address, redirect) => show(invocation, { address, redirect, timeoutMs }),
      // A web page may call as often as it likes.
      onStranger: () => void (++strangers <= MOST_TOLD && invocation.tell('login.other-state')),
      ...(paste && { pasted: paste.lines, onUnread: () => invocation.tell('login.not-an-address') }),
    })
    if (!('tokens' in outcome)) return tellFailure(invocation, outcome, masker, timeoutMs)
    tellSuccess(invocation, plan, outcome)
    return passed
  } catch (error) {
    const why = codeOf(error)
    if (why !== 'EADDRINUSE' && why !== 'EACCES') throw error
    throw new SettingsError('login.failed.port', { port: String(port), why })
  } finally {
    paste?.close()
    transport.close()
  }
}

interface Shown {
  readonly address: string
  readonly redirect: string
  readonly timeoutMs: number
}

function show(
  { browse, desk, give, lang, options, tell }: Login,
  { address, redirect, timeoutMs }: Shown,
): void {
  const opens = options.noBrowser !== true
  tell('login.redirect-link', { redirect })
  tell(opens ? 'login.opened' : 'login.open')
  give(`${address}\n`)
  tell('login.waiting', { redirect, time: durationText(timeoutMs, lang) })
  if (desk !== null) tell('login.paste')
  if (opens) browse(address)
}

type Success = Extract<LoginOutcome, { ok: true }>

/** They stem from what the environment holds now, so that they win over it until it changes. */
function keepTokens(
  { clock, settings }: Login,
  store: ReturnType<typeof createTokenStore>,
  baseUrl: string,
  { accessToken, expiresInMs, refreshToken }: Success['tokens'],
): Promise<void> {
  const { credentials } = settings
  return store.write(accountOf(baseUrl, credentials), {
    accessToken,
    refreshToken,
    expiresAtMs: expiresInMs === null ? null : clock.wall().getTime() + expiresInMs,
    stemsFrom: stemsOf(credentials),
  })
}

export function accountOf(baseUrl: string, credentials: Credentials): string {
  return accountKey(new URL(baseUrl).origin, credentials)
}

function tellSuccess(
  { catalogue: { ui }, clock, give, lang, settings }: Login,
  plan: Plan,
  { exchangedInMs, tokens }: Success,
): void {
  const say = (key: UiKey, values: Values = {}) => give(`${fill(ui[key], values, lang)}\n`)
  if (plan.baseUrl === null) return say('login.done-embedded', { ms: Math.round(exchangedInMs) })
  const { credentials, stateDir } = settings
  const account = accountOf(plan.baseUrl, credentials)
  say('login.done', { path: createTokenStore(stateDir).pathOf(account, stemsOf(credentials)) })
  const { expiresInMs, refreshToken } = tokens
  if (expiresInMs !== null)
    say('login.expires', { at: new Date(clock.wall().getTime() + expiresInMs).toISOString() })
  say(refreshToken === null ? 'login.no-refresh' : 'login.renews')
  say('login.next')
}

type Values = Readonly<Record<string, string | number | null>>

/** Refused by a person: failed. Nobody came: incomplete. */
function tellFailure(
  { catalogue: { ui }, say: sayLine, lang }: Login,
  outcome: Exclude<LoginOutcome, Success>,
  masker: Masker,
  timeoutMs: number,
): Outcome {
  const say = (key: UiKey, values: Values = {}) => sayLine(masker.maskText(fill(ui[key], values, lang)))
  if ('timedOut' in outcome) {
    say('login.failed.timeout', { time: durationText(timeoutMs, lang) })
    return { ending: 'incomplete' }
  }
  if ('answer' in outcome) {
    const { evidence, flaw } = outcome.answer
    const why = fill(ui[`run.renewal.${flaw}`], { status: evidence.status, error: evidence.error }, lang)
    say('login.failed.exchange', { why })
    return { ending: 'fail' }
  }
  const { returned } = outcome
  if (returned.kind === 'no-code') say('login.failed.no-code')
  else {
    const { description, error } = returned
    say(refusals.get(error) ?? 'login.failed.error', { error, description })
  }
  return { ending: 'fail' }
}

/** Codes with which the account holder or the service refuses. */
const refusals: ReadonlyMap<string, UiKey> = new Map([
  ['access_denied', 'login.failed.denied'],
  ['app_inativo', 'login.failed.inactivated'],
])

function loginPages({ ui }: Catalogue, lang: string): LoginPages {
  const page = (title: string, text: string) =>
    `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${title}</title><meta name="viewport" content="width=device-width,initial-scale=1"><style>body{font:1.1rem system-ui;max-width:32rem;margin:3rem auto;padding:0 1rem;color-scheme:light dark}</style></head><body><main><h1>${title}</h1><p>${text}</p></main></body></html>`
  return {
    done: page(ui['login.page.done.title'], ui['login.page.done']),
    failed: page(ui['login.page.failed.title'], ui['login.page.failed']),
  }
}
