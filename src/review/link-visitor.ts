import { safeAddress } from '../client/address.js'
import { ownHeaders, type Sender } from '../client/sender.js'
import { type FailureKind, type Header, headerValue, headerValues } from '../exchange/exchange.js'
import type { RawExchange } from '../exchange/raw.js'
import type { VisitFacts } from '../rules/application/index.js'
import { addressOfRefresh, readHtml } from '../rules/application/read-html.js'

/**
 * Visits addresses as a browser would: it follows redirects (those of a page, too) and keeps cookies. It never sends
 * a credential of ours.
 */
export interface Visitor {
  /** `isFromElsewhere`: another site links there, so SameSite=Strict cookies are withheld until a page of its own leads on. */
  visit(url: string, way?: { readonly isFromElsewhere: boolean }): Promise<Visit>
  /** Sends a form there by POST, and goes on as from a visit. */
  press(url: string, fields: URLSearchParams): Promise<Visit>
}

export interface Visit {
  /** Status of the last response; null if no response came. */
  readonly status: number | null
  readonly failure: FailureKind | null
  readonly headers: readonly Header[]
  readonly bytes: Uint8Array
  readonly sizeBytes: number
  readonly finalUrl: string
  /** Addresses that responses sent us on to, in order. */
  readonly hops: readonly string[]
  /** Cookies that the browser has for the last host at the end of the visit. */
  readonly cookies: readonly Cookie[]
  /** Names of the cookies that were withheld because another site linked there. */
  readonly withheld: readonly string[]
  readonly leftHttps: boolean
  readonly tooManyRedirects: boolean
  /** Id of the last exchange. */
  readonly exchange: string | null
}

export interface Cookie {
  readonly name: string
  readonly value: string
  /** Kept from scripts. */
  readonly httpOnly: boolean
  /** SameSite=Strict */
  readonly isStrict: boolean
}

export interface VisitorOptions {
  readonly sender: Sender
  readonly userAgent: string
  /** Language asked for: `pt-BR`. */
  readonly language: string
  /** Redirections to addresses that this accepts are not followed: the service's authorization address. */
  readonly stopsAt?: (url: string) => boolean
  /** Hears of each origin that set a cookie, before the cookie goes back to it. */
  readonly onCookies?: (origin: string) => void
  /** Aborts the current visit and all later ones. */
  readonly signal?: AbortSignal | undefined
}

const MAX_HOPS = 5

export function createVisitor(options: VisitorOptions): Visitor {
  const jar: Jar = new Map()
  const cookiesOf = (url: string) => [...(jar.get(new URL(url).host)?.values() ?? [])]
  const { sender, language, userAgent, signal, stopsAt = () => false, onCookies = () => {} } = options
  const accept = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-language': language }

  async function ask(url: string, form: URLSearchParams | null, cookies: readonly Cookie[]) {
    const headers = ownHeaders(userAgent, {
      ...accept,
      ...(cookies.length > 0 && {
        cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
      }),
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
    })
    const body = form && Buffer.from(String(form))
    const request = { method: form ? 'POST' : 'GET', url, headers, body }
    const { exchange } = await sender.send(request, { channel: 'elsewhere', step: null, signal })
    keepCookies(jar, url, exchange.response?.headers ?? [])
    if (jar.has(new URL(url).host)) onCookies(new URL(url).origin)
    return exchange
  }

  async function follow(url: string, form: URLSearchParams | null, isLinked: boolean): Promise<Visit> {
    const hops: string[] = []
    const withheld = new Set<string>()
    let isFromElsewhere = isLinked
    // As a browser writes it: people put blanks and accents into addresses.
    let at = new URL(url).href
    for (;;) {
      const staying = cookiesOf(at).filter(({ isStrict }) => isFromElsewhere && isStrict)
      for (const { name } of staying) withheld.add(name)
      const cookies = cookiesOf(at).filter((one) => !staying.includes(one))
      const exchange = await ask(at, hops.length === 0 ? form : null, cookies)
      const visit = { ...visitOf(exchange, at, hops), cookies: cookiesOf(at), withheld: [...withheld] }
      const next = nextOf(exchange, visit)
      if (next === null) return visit
      hops.push(next)
      if (stopsAt(next)) return visit
      if (!isCallable(next)) return { ...visit, leftHttps: next.startsWith('http:') }
      if (hops.length > MAX_HOPS) return { ...visit, tooManyRedirects: true }
      // A page, unlike a redirection, is a site that links onward.
      if (visit.status === 200) isFromElsewhere = false
      at = next
    }
  }

  return {
    visit: (url, way) => follow(url, null, way?.isFromElsewhere ?? false),
    press: (url, fields) => follow(url, fields, false),
  }
}

/** By host and name. */
type Jar = Map<string, Map<string, Cookie>>

/** A cookie goes back to the host that set it, and to no other. */
function keepCookies(jar: Jar, url: string, headers: readonly Header[]): void {
  const { host } = new URL(url)
  for (const line of headerValues(headers, 'set-cookie')) {
    const [pair = '', ...attributes] = line.split(';')
    const at = pair.indexOf('=')
    if (at < 1) continue
    const cookies = jar.get(host) ?? new Map<string, Cookie>()
    const [name, value] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
    const has = (attribute: RegExp) => attributes.some((one) => attribute.test(one))
    const httpOnly = has(/^\s*httponly\s*$/i)
    const isStrict = has(/^\s*samesite\s*=\s*strict\s*$/i)
    if (has(/^\s*max-age\s*=\s*-?0*\s*$/i)) cookies.delete(name)
    else cookies.set(name, { name, value, httpOnly, isStrict })
    jar.set(host, cookies)
  }
}

function visitOf(
  { response, failure, id }: RawExchange,
  finalUrl: string,
  hops: readonly string[],
): Omit<Visit, 'cookies' | 'withheld'> {
  return {
    status: failure === null || failure.kind === 'too-large' ? (response?.status ?? null) : null,
    failure: failure?.kind ?? null,
    headers: response?.headers ?? [],
    bytes: response?.body?.bytes ?? new Uint8Array(),
    sizeBytes: response?.body?.sizeBytes ?? 0,
    finalUrl,
    hops,
    leftHttps: false,
    tooManyRedirects: false,
    exchange: id,
  }
}

function nextOf({ response }: RawExchange, visit: Visit): string | null {
  if (!response) return null
  const isRedirection = [301, 302, 303, 307, 308].includes(response.status)
  const next = isRedirection ? headerValue(response.headers, 'location') : refreshOf(visit)
  return next !== null && URL.canParse(next, visit.finalUrl) ? new URL(next, visit.finalUrl).href : null
}

function refreshOf(visit: Visit): string | null {
  if (visit.status !== 200) return null
  const inHeader = addressOfRefresh(headerValue(visit.headers, 'refresh') ?? '')
  const isPage = /html/i.test(headerValue(visit.headers, 'content-type') ?? '')
  return inHeader || (isPage && readHtml(textOf(visit)).refresh) || null
}

/** The facts that every rule reads. */
export function factsOf(visit: Visit): VisitFacts {
  const { status, failure, headers, leftHttps, tooManyRedirects, exchange } = visit
  const contentType = headerValue(headers, 'content-type') ?? ''
  return { status, failure, contentType, html: textOf(visit), leftHttps, tooManyRedirects, exchange }
}

/** The same for an address that was not visited. */
export const noFacts: VisitFacts = {
  status: null,
  failure: null,
  contentType: '',
  html: '',
  leftHttps: false,
  tooManyRedirects: false,
  exchange: null,
}

/** Text of a response that is text. */
export function textOf({ headers, bytes }: Pick<Visit, 'headers' | 'bytes'>): string {
  const type = headerValue(headers, 'content-type') ?? ''
  if (!/text|html|json|xml|javascript/i.test(type) && type !== '') return ''
  const charset = charsetIn(type) ?? charsetIn(metaOf(bytes)) ?? 'utf-8'
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

function charsetIn(text: string): string | undefined {
  return /charset\s*=\s*["']?([\w-]+)/i.exec(text)?.[1]
}

/** Browsers look for the charset in the first 1024 bytes. */
const META_WITHIN_BYTES = 1024

function metaOf(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, META_WITHIN_BYTES)).toString('latin1')
  return /<meta\s[^>]*charset[^>]*>/i.exec(head)?.[0] ?? ''
}

function isCallable(url: string): boolean {
  try {
    return safeAddress(url) !== null
  } catch {
    return false
  }
}
