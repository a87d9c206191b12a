import { safeAddress } from '../client/address.js'
import { type LoginOutcome, type LoginPages, login } from '../client/authorize.js'
import { createSender } from '../client/sender.js'
import { createTokenStore } from '../client/token-store.js'
import { accountKey, stemsOf } from '../client/tokens.js'
import { createTransport } from '../client/transport.js'
import { createMasker, type Masker, record } from '../exchange/masking.js'
import { codeOf } from '../node/thrown.js'
import type { Settings } from '../settings/settings.js'
import { userAgent } from '../settings/version.js'
import { type Catalogue, fill } from '../words/catalogue.js'
import { SettingsError, type UiKey } from '../words/errors.js'
import type { Values } from '../words/fill.js'
import { durationText } from '../words/numerals.js'
import { startEmbedded } from './embedded.js'
import type { InvocationOf } from './invocation.js'
import { type Outcome, passed } from './outcome.js'

type Login = InvocationOf<'login'>

/** `login`: gets tokens by the authorization code flow and stores them for the other commands. */
export async function run(invocation: Login): Promise<Outcome> {
  const { baseUrl } = invocation.settings
  if (baseUrl === null && invocation.options.authorizeUrl !== undefined)
    throw new SettingsError('login.no-base-url')
  const plan = baseUrl === null ? await embeddedPlan(invocation) : livePlan(invocation, baseUrl)
  try {
    return await logIn(invocation, plan)
  } finally {
    await plan.close()
  }
}

/** The client and the addresses of a login, and the storage for its tokens. */
interface Plan {
  readonly clientId: string
  readonly clientSecret: string | null
  readonly tokenUrl: string
  readonly authorizeUrl: string
  /** null for the embedded service, whose tokens are not stored. */
  readonly storage: ReturnType<typeof storageOf> | null
  readonly close: () => Promise<void>
}

/** The user's token store, and the account in it. */
function storageOf({ credentials, stateDir }: Settings, baseUrl: string) {
  const account = accountKey(new URL(baseUrl).origin, credentials)
  // `stems`: fingerprints of the credentials in the environment. The stored tokens replace these until the environment changes.
  return { account, store: createTokenStore(stateDir), stems: stemsOf(credentials) }
}

async function embeddedPlan({ settings, printMessage }: Login): Promise<Plan> {
  const { service, listener } = await startEmbedded({ profile: settings.profile })
  printMessage('login.embedded', { seed: service.seed })
  const { clientId, clientSecret } = service.credentials
  const { tokenUrl, authorizeUrl } = listener
  return { clientId, clientSecret, tokenUrl, authorizeUrl, storage: null, close: () => listener.close() }
}

/** @throws SettingsError if an address or the client is missing */
function livePlan({ options, settings }: Login, baseUrl: string): Plan {
  const { clientId, clientSecret, tokenUrl } = settings.credentials
  const authorizeUrl = options.authorizeUrl ?? authorizeUrlOf(settings, baseUrl)
  if (clientId === null) throw new SettingsError('login.no-client')
  if (tokenUrl === null) throw new SettingsError('login.no-token-url')
  if (authorizeUrl === null) throw new SettingsError('login.no-authorize-url')
  safeAddress(authorizeUrl)
  const storage = storageOf(settings, baseUrl)
  return { clientId, clientSecret, tokenUrl, authorizeUrl, storage, close: async () => {} }
}

/** The profile's address, or `…/authorize` next to a token address that ends in `/token`. */
function authorizeUrlOf({ credentials, profile }: Settings, baseUrl: string): string | null {
  const { authorizePath } = profile.tokenRequest
  if (authorizePath !== null) return new URL(authorizePath, baseUrl).href
  const address = credentials.tokenUrl?.replace(/\/token\/?$/, '/authorize')
  return address === undefined || address === credentials.tokenUrl ? null : address
}

/** A fixed port, because the redirect link must be registered with the service. */
const PORT = 8910
const TIMEOUT_MS = 300_000
/** A web page can call the redirect address again and again; only its first calls are reported. */
const MOST_FOREIGN_TOLD = 3

async function logIn(invocation: Login, plan: Plan): Promise<Outcome> {
  const { catalogue, clock, person, lang, options, settings, signal } = invocation
  const { port = PORT, redirectPath = 'callback', timeout: timeoutMs = TIMEOUT_MS } = options
  const masker = createMasker()
  const { storage } = plan
  await storage?.store.checkWritable(storage.account, storage.stems)
  const { timeoutMs: requestTimeoutMs, network } = settings
  const credentialOrigins = [plan.tokenUrl]
  const transport = createTransport({ clock, network, timeoutMs: requestTimeoutMs, credentialOrigins })
  const log = await invocation.display.log(masker)
  const paste = person?.listen() ?? null
  let foreignRedirects = 0
  try {
    const outcome = await login({
      ...plan,
      port,
      timeoutMs,
      clock,
      signal,
      path: `/${redirectPath.replace(/^\/+/, '')}`,
      clientAuth: settings.profile.tokenRequest.clientAuth,
      headers: [['user-agent', userAgent], ...Object.entries(settings.profile.request.headers)],
      pages: loginPages(catalogue, lang),
      sender: createSender({ transport, onExchange: (raw) => log.exchange(record(raw, masker)) }),
      onSecret: masker.register,
      async keep({ accessToken, expiresInMs, refreshToken }) {
        if (storage === null) return
        const expiresAtMs = expiresInMs === null ? null : clock.wall().getTime() + expiresInMs
        const tokens = { accessToken, refreshToken, expiresAtMs, stemsFrom: storage.stems }
        await storage.store.write(storage.account, tokens)
      },
      show: (address, redirect) => show(invocation, address, redirect, timeoutMs),
      onForeignRedirect() {
        foreignRedirects++
        if (foreignRedirects <= MOST_FOREIGN_TOLD) invocation.printMessage('login.other-state')
      },
      ...(paste && {
        pasted: paste.lines,
        onUnreadableLine: () => invocation.printMessage('login.not-an-address'),
      }),
    })
    if (!outcome.ok) return tellFailure(invocation, outcome, masker, timeoutMs)
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

function show(
  { browse, person, printResult, lang, options, printMessage }: Login,
  address: string,
  redirect: string,
  timeoutMs: number,
): void {
  const opens = options.noBrowser !== true
  printMessage('login.redirect-link', { redirect })
  printMessage(opens ? 'login.opened' : 'login.open')
  printResult(`${address}\n`)
  printMessage('login.waiting', { redirect, time: durationText(timeoutMs, lang) })
  if (person !== null) printMessage('login.paste')
  if (opens) browse(address)
}

type Success = Extract<LoginOutcome, { ok: true }>

function tellSuccess(
  { catalogue: { ui }, clock, printResult, lang }: Login,
  { storage }: Plan,
  { exchangedInMs, tokens }: Success,
): void {
  const say = (key: UiKey, values: Values = {}) => printResult(`${fill(ui[key], values, lang)}\n`)
  if (storage === null) return say('login.done-embedded', { ms: Math.round(exchangedInMs) })
  say('login.done', { path: storage.store.pathOf(storage.account, storage.stems) })
  const { expiresInMs, refreshToken } = tokens
  if (expiresInMs !== null)
    say('login.expires', { at: new Date(clock.wall().getTime() + expiresInMs).toISOString() })
  say(refreshToken === null ? 'login.no-refresh' : 'login.renews')
  say('login.next')
}

/** Prints why the login failed. It is incomplete if nobody logged in, and failed if somebody refused. */
function tellFailure(
  { catalogue: { ui }, printLine, lang }: Login,
  outcome: Exclude<LoginOutcome, Success>,
  masker: Masker,
  timeoutMs: number,
): Outcome {
  const say = (key: UiKey, values: Values = {}) => printLine(masker.maskText(fill(ui[key], values, lang)))
  if ('timedOut' in outcome) {
    say('login.failed.timeout', { time: durationText(timeoutMs, lang) })
    return { ending: 'incomplete' }
  }
  if ('response' in outcome) {
    const { evidence, flaw } = outcome.response
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
