import { spawn } from 'node:child_process'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { type LoginOutcome, type LoginPages, login } from '../client/authorize.js'
import { createSender } from '../client/sender.js'
import { createTokenStore, fingerprint } from '../client/token-store.js'
import { accountKey, type Credentials } from '../client/tokens.js'
import { createTransport } from '../client/transport.js'
import { createMasker, type Masker } from '../exchange/masking.js'
import type { Settings } from '../settings/settings.js'
import { userAgent } from '../version.js'
import { type Catalogue, fill } from '../words/catalogue.js'
import type { ExitStatus, Invocation } from './command.js'
import { integerOf, startEmbedded } from './embedded.js'

/** Gets tokens by the authorization code flow and keeps them where every other command finds them. */
export async function run(invocation: Invocation): Promise<ExitStatus> {
  const { settings } = invocation
  const plan =
    settings.baseUrl === null ? await embeddedPlan(invocation) : realPlan(invocation, settings.baseUrl)
  if (plan === null) return 2
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

async function embeddedPlan({ catalogue, io, lang, settings }: Invocation): Promise<Plan> {
  const { service, listener } = await startEmbedded({ profile: settings.profile })
  io.err(`${fill(catalogue.ui['login.embedded'], { seed: service.seed }, lang)}\n`)
  const { clientId, clientSecret } = service.credentials
  const { tokenUrl, authorizeUrl } = listener
  return { baseUrl: null, clientId, clientSecret, tokenUrl, authorizeUrl, close: () => listener.close() }
}

/** null where something is missing, which was said. */
function realPlan({ catalogue, io, options, settings }: Invocation, baseUrl: string): Plan | null {
  const { clientId, clientSecret, tokenUrl } = settings.credentials
  const authorizeUrl = authorizeUrlOf(settings, options.authorizeUrl, baseUrl)
  const missing =
    clientId === null
      ? 'login.no-client'
      : tokenUrl === null
        ? 'login.no-token-url'
        : authorizeUrl === null
          ? 'login.no-authorize-url'
          : null
  if (missing !== null || clientId === null || tokenUrl === null || authorizeUrl === null) {
    io.err(`${catalogue.ui[missing ?? 'login.no-client']}\n`)
    return null
  }
  return { baseUrl, clientId, clientSecret, tokenUrl, authorizeUrl, close: async () => {} }
}

/** The flag's, the profile's, else the one that stands beside a token address by custom. */
function authorizeUrlOf({ credentials, profile }: Settings, flag: unknown, baseUrl: string): string | null {
  if (typeof flag === 'string') return URL.canParse(flag) ? flag : null
  const { authorizePath } = profile.tokenRequest
  if (authorizePath !== null) return new URL(authorizePath, baseUrl).href
  const { tokenUrl } = credentials
  return tokenUrl !== null && /\/token\/?$/.test(tokenUrl)
    ? tokenUrl.replace(/\/token\/?$/, '/authorize')
    : null
}

const PORT = 8910

async function logIn(invocation: Invocation, plan: Plan): Promise<ExitStatus> {
  const { catalogue, io, lang, options, settings } = invocation
  const { ui } = catalogue
  const masker = createMasker()
  const timeoutMs = (integerOf(options.timeout, '--timeout', 1, 3_600) ?? 300) * 1000
  const port = integerOf(options.port, '--port', 0, 65_535) ?? PORT
  const store = plan.baseUrl === null ? null : createTokenStore(settings.stateDir)
  if (plan.baseUrl !== null) await store?.prove(accountOf(plan.baseUrl, settings.credentials))
  const transport = createTransport({
    clock: io.clock,
    credentialOrigins: [plan.tokenUrl],
    timeoutMs: settings.timeoutMs,
    network: settings.network,
  })
  const paste = openPaste(io.outIsTty)
  try {
    const outcome = await login({
      ...plan,
      ...{ port, timeoutMs, clock: io.clock, signal: io.signal },
      path:
        typeof options.redirectPath === 'string'
          ? `/${options.redirectPath.replace(/^\/+/, '')}`
          : '/callback',
      clientAuth: settings.profile.tokenRequest.clientAuth,
      headers: [['user-agent', userAgent], ...Object.entries(settings.profile.request.headers)],
      pages: loginPages(catalogue, lang),
      sender: createSender({ transport, onExchange: () => {} }),
      onSecret: (kind, value) => masker.register(kind, value),
      keep: async (tokens) => {
        if (store !== null && plan.baseUrl !== null) await keepTokens(invocation, store, plan.baseUrl, tokens)
      },
      show: (address, redirectLink) => show(invocation, address, redirectLink, timeoutMs, paste !== null),
      ...(paste && { pasted: paste.lines }),
    })
    if (!('tokens' in outcome)) return tellFailure(invocation, outcome, masker, timeoutMs)
    tellSuccess(invocation, plan, outcome)
    return 0
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code
    if (why !== 'EADDRINUSE' && why !== 'EACCES') throw error
    io.err(`${fill(ui['login.failed.port'], { port, why }, lang)}\n`)
    return 2
  } finally {
    paste?.close()
    transport.close()
  }
}

/** What is pasted is read from a terminal alone: a script's standard input is not ours. */
function openPaste(isTerminal: boolean): { lines: AsyncIterable<string>; close(): void } | null {
  if (!isTerminal || !process.stdin.isTTY) return null
  const reader = createInterface({ input: process.stdin })
  return { lines: reader, close: () => reader.close() }
}

function show(
  { catalogue, io, lang, options }: Invocation,
  address: string,
  redirect: string,
  timeoutMs: number,
  canPaste: boolean,
): void {
  const { ui } = catalogue
  const opens = options.browser !== false
  io.err(`${fill(ui['login.redirect-link'], { redirect }, lang)}\n`)
  io.err(`${ui[opens ? 'login.opened' : 'login.open']}\n`)
  io.out(`${address}\n`)
  const waiting = fill(ui['login.waiting'], { redirect, seconds: timeoutMs / 1000 }, lang)
  io.err(`${waiting}\n${canPaste ? `${ui['login.paste']}\n` : ''}`)
  if (opens) openBrowser(address)
}

/** Asks the desktop; where there is none, the printed address serves. */
function openBrowser(address: string): void {
  const [program, args] =
    {
      darwin: ['open', [address]] as const,
      win32: ['rundll32', ['url.dll,FileProtocolHandler', address]] as const,
    }[process.platform as 'darwin' | 'win32'] ?? (['xdg-open', [address]] as const)
  const child = spawn(program, [...args], { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}

type Success = Extract<LoginOutcome, { ok: true }>

/** They stem from what the environment holds now, so that they win over it until it changes. */
function keepTokens(
  { io, settings }: Invocation,
  store: ReturnType<typeof createTokenStore>,
  baseUrl: string,
  { accessToken, expiresInMs, refreshToken }: Success['tokens'],
): Promise<void> {
  const { credentials } = settings
  return store.write(accountOf(baseUrl, credentials), {
    accessToken,
    refreshToken,
    expiresAtMs: expiresInMs === null ? null : io.clock.wall().getTime() + expiresInMs,
    stemsFrom: {
      accessToken: fingerprint(credentials.accessToken),
      refreshToken: fingerprint(credentials.refreshToken),
    },
  })
}

export function accountOf(baseUrl: string, credentials: Credentials): string {
  return accountKey(new URL(baseUrl).origin, credentials)
}

function tellSuccess({ catalogue, io, lang, settings }: Invocation, plan: Plan, outcome: Success): void {
  const { ui } = catalogue
  const { expiresInMs, refreshToken } = outcome.tokens
  if (plan.baseUrl === null) {
    io.out(`${fill(ui['login.done-embedded'], { ms: Math.round(outcome.exchangedInMs) }, lang)}\n`)
    return
  }
  const path = relative(settings.cwd, join(settings.stateDir, 'tokens.json'))
  io.out(`${fill(ui['login.done'], { path }, lang)}\n`)
  if (expiresInMs !== null) {
    const at = new Date(io.clock.wall().getTime() + expiresInMs).toISOString()
    io.out(`${fill(ui['login.expires'], { at }, lang)}\n`)
  }
  if (refreshToken === null) io.out(`${ui['login.no-refresh']}\n`)
  io.out(`${ui['login.next']}\n`)
}

/** Refused by a person: 1. Nobody came: 4. */
function tellFailure(
  { catalogue, io, lang }: Invocation,
  outcome: Exclude<LoginOutcome, Success>,
  masker: Masker,
  timeoutMs: number,
): ExitStatus {
  const { ui } = catalogue
  const tell = (key: keyof Catalogue['ui'], values: Readonly<Record<string, string | number | null>> = {}) =>
    io.err(`${masker.maskText(fill(ui[key], values, lang))}\n`)
  if ('timedOut' in outcome) {
    tell('login.failed.timeout', { seconds: timeoutMs / 1000 })
    return 4
  }
  if ('answer' in outcome) {
    const { evidence, flaw } = outcome.answer
    const why = fill(ui[`run.renewal.${flaw}`], { status: evidence.status, error: evidence.error }, lang)
    tell('login.failed.exchange', { why })
    return 1
  }
  const { returned } = outcome
  if (returned.kind === 'wrong-state') tell('login.failed.state')
  else if (returned.kind === 'no-code') tell('login.failed.no-code')
  else {
    const { description, error } = returned
    const key = { access_denied: 'login.failed.denied', app_inativo: 'login.failed.inactivated' }[error]
    tell((key as keyof Catalogue['ui'] | undefined) ?? 'login.failed.error', { error, description })
  }
  return 1
}

function loginPages({ ui }: Catalogue, lang: string): LoginPages {
  const page = (title: string, text: string) =>
    `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${title}</title><meta name="viewport" content="width=device-width,initial-scale=1"><style>body{font:1.1rem system-ui;max-width:32rem;margin:3rem auto;padding:0 1rem;color-scheme:light dark}</style></head><body><main><h1>${title}</h1><p>${text}</p></main></body></html>`
  return {
    done: page(ui['login.page.done.title'], ui['login.page.done']),
    failed: page(ui['login.page.failed.title'], ui['login.page.failed']),
  }
}
