/**
 * The authorization code flow for `homologa login`, RFC 6749 section 4.1: the account holder consents in a browser, which then opens the
 * redirect link, where we listen on this machine. The code in that request can be used once and within a minute, so it is exchanged for tokens at
 * once. A request whose `state` is not ours belongs to another login, or comes from a page that knows the port, and is refused.
 */
import { randomBytes } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { Clock } from '../node/clock.js'
import { deferred } from '../node/deferred.js'
import { listening } from '../node/listening.js'
import type { Sender } from './sender.js'
import { requestTokens, type TokenGrant } from './token-grant.js'
import { readTokenResponse, type TokenResponse } from './token-response.js'
import { uninterrupted } from './uninterrupted.js'

/** The pages that the browser shows at the end, as HTML. */
export interface LoginPages {
  readonly done: string
  readonly failed: string
}

/** The result that the browser brought to the redirect link: the code, the service's refusal, or neither. */
export type RedirectResult =
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'refused'; readonly error: string; readonly description: string }
  | { readonly kind: 'no-code' }

type ListenerOptions = Pick<LoginOptions, 'port' | 'path' | 'pages' | 'onForeignRedirect'>
type RedirectListener = Awaited<ReturnType<typeof listenForCode>>

/** Listens for the request to the redirect link. Rejects if the port is in use. */
export async function listenForCode({ port, path, pages, onForeignRedirect }: ListenerOptions) {
  /** A random value that the service returns, so that we recognise our own login. */
  const state = randomBytes(24).toString('base64url')
  const redirect = deferred<RedirectResult>()
  /** Requests that brought a code, also repeated ones. They get their page when it is known whether the tokens could be stored. */
  const waiting: ServerResponse[] = []
  const server = createServer((request, response) => {
    const [requestedPath, ...query] = (request.url ?? '/').split('?')
    // browsers also request the icon of the site
    if (requestedPath !== path || request.method !== 'GET') return response.writeHead(404, PAGE_HEADERS).end()
    const result = readRedirect(new URLSearchParams(query.join('?')), state)
    if (result === null) {
      void show(pages.failed, response, 400)
      return onForeignRedirect?.()
    }
    if (result.kind === 'code') waiting.push(response)
    else void show(pages.failed, response)
    redirect.resolve(result)
  })
  const showAll = (page: string) => Promise.all(waiting.splice(0).map((response) => show(page, response)))
  const host = '127.0.0.1'
  return {
    state,
    /** The link that must be registered for the application: `http://127.0.0.1:8910/callback`. */
    redirectLink: `http://${host}:${await listening(server, { port, host })}${path}`,
    /** Resolves with the first result that belongs to this login. */
    redirect: redirect.promise,
    /** Shows the page for success to every browser that waits. */
    succeed: () => showAll(pages.done),
    /** Shows the page for failure to every browser that still waits, and stops listening. */
    async close() {
      await showAll(pages.failed)
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

async function show(page: string, response: ServerResponse, status = 200): Promise<void> {
  if (response.destroyed) return
  await new Promise<void>((resolve) => {
    response.once('close', resolve)
    response.writeHead(status, PAGE_HEADERS).end(page)
  })
}

const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  connection: 'close',
}

/** Reads the parameters of a request to the redirect link; null if the state is not ours. */
export function readRedirect(parameters: URLSearchParams, state: string): RedirectResult | null {
  const [receivedState, ...more] = parameters.getAll('state')
  if (receivedState !== state || more.length > 0) return null
  const error = parameters.get('error')
  if (error !== null)
    return { kind: 'refused', error, description: parameters.get('error_description') ?? '' }
  const code = parameters.get('code') ?? ''
  return code === '' ? { kind: 'no-code' } : { kind: 'code', code }
}

/** Returns the address at which the account holder consents. §RFC 6749 4.1.1 */
export function authorizeAddress(
  authorizeUrl: string,
  { clientId, redirectLink, state }: { clientId: string; redirectLink: string; state: string },
): string {
  const url = new URL(authorizeUrl)
  const parameters = { response_type: 'code', client_id: clientId, redirect_uri: redirectLink, state }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

export interface CodeGrant extends TokenGrant {
  readonly code: string
  readonly redirectLink: string
  readonly onSecret: (kind: 'access_token' | 'refresh_token' | 'code', value: string) => void
}

/** Exchanges a code for tokens. A refusal is returned, not thrown. §RFC 6749 4.1.3 */
export async function exchangeCode(grant: CodeGrant, sender: Sender): Promise<TokenResponse> {
  const oauth = await import('oauth4webapi')
  grant.onSecret('code', grant.code)
  const { exchange } = await requestTokens(grant, sender, ({ server, client, auth, options }) => {
    // the state was checked when the code arrived
    const parameters = new URLSearchParams({ code: grant.code })
    const validated = oauth.validateAuthResponse(server, client, parameters, oauth.skipStateCheck)
    // the specification shows no PKCE
    const redirect = [validated, grant.redirectLink, oauth.nopkce] as const
    return oauth.authorizationCodeGrantRequest(server, client, auth, ...redirect, options)
  })
  return readTokenResponse(exchange)
}

export interface LoginOptions extends Omit<CodeGrant, 'code' | 'redirectLink'> {
  readonly authorizeUrl: string
  readonly port: number
  readonly path: string
  readonly pages: LoginPages
  readonly sender: Sender
  readonly clock: Clock
  readonly timeoutMs: number
  /** Shows the address to the account holder: opens a browser, or prints it. */
  readonly show: (address: string, redirectLink: string) => void | Promise<void>
  /** Lines that the user pastes: the address at which the browser ended, if it cannot reach this machine. */
  readonly pasted?: AsyncIterable<string>
  /** Called for each pasted line that is not an address. */
  readonly onUnreadableLine?: () => void
  /** Called for each redirect, pasted or not, that belongs to another login. */
  readonly onForeignRedirect?: () => void
  readonly signal?: AbortSignal
  /** Stores the tokens. It is called before anything else is done with them. */
  readonly keep: (tokens: Extract<TokenResponse, { ok: true }>) => Promise<void>
}

export type LoginOutcome =
  | {
      readonly ok: true
      readonly tokens: Extract<TokenResponse, { ok: true }>
      /** Milliseconds from the arrival of the code to that of the tokens. */
      readonly exchangedInMs: number
    }
  | { readonly ok: false; readonly returned: Exclude<RedirectResult, { kind: 'code' }> }
  | { readonly ok: false; readonly response: Extract<TokenResponse, { ok: false }> }
  | { readonly ok: false; readonly timedOut: true }

/** Shows the address, waits for the code, exchanges it at once and stores the tokens. @throws if the port is in use; the signal's reason */
export async function login(options: LoginOptions): Promise<LoginOutcome> {
  const { clock, sender } = options
  const listener = await listenForCode(options)
  try {
    const { redirectLink, state } = listener
    const { clientId, authorizeUrl } = options
    await options.show(authorizeAddress(authorizeUrl, { clientId, redirectLink, state }), redirectLink)
    const result = await waitForRedirect(listener, options)
    if (result === null) return { ok: false, timedOut: true }
    if (result.kind !== 'code') return { ok: false, returned: result }
    const arrivedAtMs = clock.now()
    const grant = { ...options, code: result.code, redirectLink }
    const response = await uninterrupted(async () => {
      const tokens = await exchangeCode(grant, sender)
      if (tokens.ok) await options.keep(tokens)
      return tokens
    })
    if (!response.ok) return { ok: false, response }
    await listener.succeed()
    return { ok: true, tokens: response, exchangedInMs: clock.now() - arrivedAtMs }
  } finally {
    await listener.close()
  }
}

/** Resolves with the first of these: the browser's redirect, a pasted address, or the time-out (null). */
async function waitForRedirect({ redirect, state }: RedirectListener, options: LoginOptions) {
  const { clock, pasted, signal, timeoutMs } = options
  const over = new AbortController()
  const stopped = signal ? AbortSignal.any([signal, over.signal]) : over.signal
  const timeout = clock.sleep(timeoutMs, stopped).then(() => null)
  timeout.catch(() => {}) // it rejects when the wait is over
  try {
    const fromPaste = pasted ? [readPastedRedirect(pasted, state, options)] : []
    return await Promise.race([redirect, timeout, ...fromPaste])
  } finally {
    over.abort()
  }
}

/** Resolves with the first pasted address of this login. Without one, it never resolves. */
async function readPastedRedirect(
  lines: AsyncIterable<string>,
  state: string,
  { onUnreadableLine, onForeignRedirect }: LoginOptions,
): Promise<RedirectResult> {
  for await (const line of lines) {
    const isAddress = URL.canParse(line)
    const result = isAddress ? readRedirect(new URL(line).searchParams, state) : null
    if (result !== null) return result
    if (isAddress) onForeignRedirect?.()
    else if (line.trim() !== '') onUnreadableLine?.()
  }
  return new Promise(() => {})
}
