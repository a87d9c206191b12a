import { randomBytes } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { Clock } from '../node/clock.js'
import { listening } from '../node/listening.js'
import type { Sender } from './sender.js'
import { requestTokens, type TokenGrant } from './token-grant.js'
import { readTokenResponse, type TokenResponse, tokensIn } from './token-response.js'
import { uninterrupted } from './uninterrupted.js'

/**
 * The authorization code flow, RFC 6749 section 4.1, with a listener of this machine as the redirect link. The code is dead after
 * its minute and after its first use, so it is exchanged the moment it arrives, and never twice. A return whose `state` is not
 * ours is of another login, or of any web page that knows the port: it is refused before its code is looked at, and the wait goes on.
 */

/** A page for the person at the browser. */
export interface LoginPages {
  readonly done: string
  readonly failed: string
}

/** The result that reached the redirect link with our state. */
export type RedirectResult =
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'refused'; readonly error: string; readonly description: string }
  | { readonly kind: 'no-code' }

type ListenerOptions = Pick<LoginOptions, 'port' | 'path' | 'pages' | 'onStranger'>
type RedirectListener = Awaited<ReturnType<typeof listenForCode>>

/** Listens for the browser's return, with a state that cannot be guessed. Rejects where the port is taken. */
export async function listenForCode({ port, path, pages, onStranger }: ListenerOptions) {
  const state = randomBytes(24).toString('base64url')
  let settle: (returned: RedirectResult) => void = () => {}
  const returned = new Promise<RedirectResult>((resolve) => {
    settle = resolve
  })
  const waiting: ServerResponse[] = []
  const server = createServer((request, response) => {
    const [asked, query] = (request.url ?? '/').split(/\?(.*)/s)
    // somebody asks for something else, such as an icon
    if (asked !== path || request.method !== 'GET') return response.writeHead(404, PAGE_HEADERS).end()
    const result = readRedirect(new URLSearchParams(query), state)
    if (result === null) {
      void show(pages.failed, response, 400)
      return onStranger?.()
    }
    if (result.kind === 'code') waiting.push(response)
    else void show(pages.failed, response)
    settle(result)
  })
  const showAll = (page: string) => Promise.all(waiting.splice(0).map((response) => show(page, response)))
  const host = '127.0.0.1'
  return {
    state,
    /** `http://127.0.0.1:8910/callback`: what the application must have registered. */
    redirectLink: `http://${host}:${await listening(server, { port, host })}${path}`,
    /** The first return that is meant for this login. */
    returned,
    /** Shows the browser that brought the code that all is done. */
    succeed: () => showAll(pages.done),
    /** Shows every browser that is still waiting that its login was not completed. */
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

/** Reads the parameters of a return; null where the state is not ours: nothing else of a stranger's return is believed. */
export function readRedirect(parameters: URLSearchParams, state: string): RedirectResult | null {
  const [returned, ...more] = parameters.getAll('state')
  if (returned !== state || more.length > 0) return null
  const error = parameters.get('error')
  if (error !== null)
    return { kind: 'refused', error, description: parameters.get('error_description') ?? '' }
  const code = parameters.get('code') ?? ''
  return code === '' ? { kind: 'no-code' } : { kind: 'code', code }
}

/** The address at which the account holder consents. §RFC 6749 4.1.1 */
export function authorizeAddress(
  authorizeUrl: string,
  { clientId, redirectLink, state }: { clientId: string; redirectLink: string; state: string },
): string {
  const url = new URL(authorizeUrl)
  const asked = { response_type: 'code', client_id: clientId, redirect_uri: redirectLink, state }
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
  return url.href
}

export interface CodeGrant extends TokenGrant {
  readonly code: string
  readonly redirectLink: string
  readonly onSecret: (kind: 'access_token' | 'refresh_token' | 'code', value: string) => void
}

/**
 * Exchanges a code for tokens, once, and no signal breaks it off: the code is spent. A bad response is an outcome, not an exception.
 * §RFC 6749 4.1.3
 */
export async function exchangeCode(grant: CodeGrant, sender: Sender): Promise<TokenResponse> {
  const oauth = await import('oauth4webapi')
  grant.onSecret('code', grant.code)
  const beforeRecord = (sent: Parameters<typeof tokensIn>[0]) => {
    for (const [kind, token] of tokensIn(sent)) grant.onSecret(kind, token)
  }
  const { exchange } = await requestTokens(grant, sender, beforeRecord, (parts) => {
    const { server, client, auth, options } = parts
    const returned = new URLSearchParams({ code: grant.code })
    const known = oauth.validateAuthResponse(server, client, returned, oauth.skipStateCheck)
    const redirect = [known, grant.redirectLink, oauth.nopkce] as const
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
  /** Shows the address to the account holder: opens a browser, or prints it. His page comes when the login is over. */
  readonly show: (address: string, redirectLink: string) => void | Promise<void>
  /** Lines that somebody pastes where the browser ended elsewhere. */
  readonly pasted?: AsyncIterable<string>
  /** Called for each pasted line that is not an address. */
  readonly onUnread?: () => void
  /** Called for each return, pasted or not, that is of another login. */
  readonly onStranger?: () => void
  readonly signal?: AbortSignal
  /** Keeps the tokens before anything else is done with them. */
  readonly keep: (tokens: Extract<TokenResponse, { ok: true }>) => Promise<void>
}

export type LoginOutcome =
  | {
      readonly ok: true
      readonly tokens: Extract<TokenResponse, { ok: true }>
      /** From the code's arrival to the tokens'. */
      readonly exchangedInMs: number
    }
  | { readonly ok: false; readonly returned: Exclude<RedirectResult, { kind: 'code' }> }
  | { readonly ok: false; readonly response: Extract<TokenResponse, { ok: false }> }
  | { readonly ok: false; readonly timedOut: true }

/**
 * Logs in: address shown, code received, state checked, code exchanged at once.
 *
 * @throws what the listener throws where the port is taken; the signal's reason
 */
export async function login(options: LoginOptions): Promise<LoginOutcome> {
  const { clock, sender } = options
  const loopback = await listenForCode(options)
  try {
    const { redirectLink, state } = loopback
    const { clientId, authorizeUrl } = options
    await options.show(authorizeAddress(authorizeUrl, { clientId, redirectLink, state }), redirectLink)
    const returned = await waitForRedirect(loopback, options)
    if (returned === null) return { ok: false, timedOut: true }
    if (returned.kind !== 'code') return { ok: false, returned }
    const arrivedAtMs = clock.now()
    const grant = { ...options, code: returned.code, redirectLink }
    const response = await uninterrupted(async () => {
      const got = await exchangeCode(grant, sender)
      if (got.ok) await options.keep(got)
      return got
    })
    if (!response.ok) return { ok: false, response }
    await loopback.succeed()
    return { ok: true, tokens: response, exchangedInMs: clock.now() - arrivedAtMs }
  } finally {
    await loopback.close()
  }
}

/** Resolves with whichever comes first: the browser's return, a pasted address, or the time-out (null). */
async function waitForRedirect(
  { returned, state }: RedirectListener,
  options: LoginOptions,
): Promise<RedirectResult | null> {
  const { clock, pasted, signal, timeoutMs } = options
  const over = new AbortController()
  const either = signal ? AbortSignal.any([signal, over.signal]) : over.signal
  const patience = clock.sleep(timeoutMs, either).then(() => null)
  patience.catch(() => {})
  try {
    return await Promise.race([
      returned,
      patience,
      ...(pasted ? [readPastedRedirect(pasted, state, options)] : []),
    ])
  } finally {
    over.abort()
  }
}

/** Waits for ever where no return of this login is pasted. */
async function readPastedRedirect(
  lines: AsyncIterable<string>,
  state: string,
  { onUnread, onStranger }: LoginOptions,
): Promise<RedirectResult> {
  for await (const line of lines) {
    const isAddress = URL.canParse(line)
    const returned = isAddress ? readRedirect(new URL(line).searchParams, state) : null
    if (returned !== null) return returned
    if (isAddress) onStranger?.()
    else if (line.trim() !== '') onUnread?.()
  }
  return new Promise(() => {})
}
