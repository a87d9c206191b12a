import { ownHeaders, type Sender } from '../client/sender.js'
import { isThisMachine } from '../exchange/address.js'
import { type FailureKind, type Header, headerValue, headerValues } from '../exchange/exchange.js'
import type { RawExchange } from '../exchange/raw.js'
import type { VisitFacts } from '../rules/application/index.js'
import { addressOfRefresh, readHtml } from '../rules/application/read-html.js'

/**
 * Visits addresses like a browser: it follows redirects (also those that a page itself contains) and keeps cookies. It
 * never sends a credential of ours.
 */
export interface Visitor {
  /**
   * `isFromElsewhere`: a link on another site leads there. Then cookies with SameSite=Strict are withheld, until a page
   * of the application itself leads further.
   */
  visit(url: string, way?: { readonly isFromElsewhere: boolean }): Promise<Visit>
  /** Sends a form by POST, and then follows redirects like `visit`. */
  submit(url: string, fields: URLSearchParams): Promise<Visit>
}

export interface Visit {
  /** Status of the last response; null if no response came. */
  readonly status: number | null
  readonly failure: FailureKind | null
  readonly headers: readonly Header[]
  readonly bytes: Uint8Array
  readonly sizeBytes: number
  readonly finalUrl: string
  /** The addresses to which the responses redirected, in order. */
  readonly hops: readonly string[]
  /** Cookies for the last host, as the browser has them at the end. */
  readonly cookies: readonly Cookie[]
  /** Names of the withheld cookies. */
  readonly withheld: readonly string[]
  /** A redirect leads to an address with `http:`, which was not followed. */
  readonly leftHttps: boolean
  readonly tooManyRedirects: boolean
  /** Id of the last exchange. */
  readonly exchange: string | null
}

export interface Cookie {
  readonly name: string
  readonly value: string
  /** Scripts cannot read it. */
  readonly httpOnly: boolean
  /** It has SameSite=Strict. */
  readonly isStrict: boolean
}

export interface VisitorOptions {
  readonly sender: Sender
  readonly userAgent: string
  /** The requested language: `pt-BR`. */
  readonly language: string
  /** Returns true for an address to which redirects are not followed, such as the service's authorization page. */
  readonly stopsAt?: (url: string) => boolean
  /** Called with each origin that has set a cookie, before the cookie is sent to it. */
  readonly onCookies?: (origin: string) => void
  /** Aborts the current visit and all later ones. */
  readonly signal?: AbortSignal | undefined
}

/** A page that redirects more often probably redirects to itself. */
const MAX_REDIRECTS = 5

export function createVisitor(options: VisitorOptions): Visitor {
  const jar: Jar = new Map()
  const cookiesOf = (url: string) => [...(jar.get(new URL(url).host)?.values() ?? [])]
  const { sender, language, userAgent, signal, stopsAt = () => false, onCookies = () => {} } = options

  async function request(url: string, form: URLSearchParams | null, cookies: readonly Cookie[]) {
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const headers = ownHeaders(userAgent, {
      accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
      'accept-language': language,
      ...(cookie !== '' && { cookie }),
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
    })
    const content = { method: form ? 'POST' : 'GET', url, headers, body: form && Buffer.from(String(form)) }
    const { exchange } = await sender.send(content, { channel: 'elsewhere', step: null, signal })
    storeCookies(jar, url, exchange.response?.headers ?? [])
    if (jar.has(new URL(url).host)) onCookies(new URL(url).origin)
    return exchange
  }

  async function follow(
    firstUrl: string,
    form: URLSearchParams | null,
    isForeignLink: boolean,
  ): Promise<Visit> {
    const hops: string[] = []
    const withheld = new Set<string>()
    let isFromElsewhere = isForeignLink
    const isWithheld = ({ isStrict }: Cookie) => isFromElsewhere && isStrict
    // percent-encodes spaces and accents, like a browser
    let url = new URL(firstUrl).href
    for (;;) {
      for (const { name } of cookiesOf(url).filter(isWithheld)) withheld.add(name)
      const cookies = cookiesOf(url).filter((cookie) => !isWithheld(cookie))
      const exchange = await request(url, hops.length === 0 ? form : null, cookies)
      const visit = { ...visitOf(exchange, url, hops), cookies: cookiesOf(url), withheld: [...withheld] }
      const next = findRedirect(exchange, visit)
      if (next === null) return visit
      hops.push(next)
      if (stopsAt(next)) return visit
      if (whySkipped(next) !== null) return { ...visit, leftHttps: next.startsWith('http:') }
      if (hops.length > MAX_REDIRECTS) return { ...visit, tooManyRedirects: true }
      // this was a page of the application with a redirect in it, so the next request comes from its own site
      if (visit.status === 200) isFromElsewhere = false
      url = next
    }
  }

  return {
    visit: (url, way) => follow(url, null, way?.isFromElsewhere ?? false),
    submit: (url, fields) => follow(url, fields, false),
  }
}

/** Cookies by host and name. A cookie is sent only to the host that set it; `Domain`, `Path` and `Expires` are not read. */
type Jar = Map<string, Map<string, Cookie>>

/** Stores or deletes the cookies of the `Set-Cookie` headers: `sid=1; HttpOnly; SameSite=Strict`. */
function storeCookies(jar: Jar, url: string, headers: readonly Header[]): void {
  const { host } = new URL(url)
  for (const line of headerValues(headers, 'set-cookie')) {
    const [pair = '', ...attributes] = line.split(';')
    const equalsAt = pair.indexOf('=')
    if (equalsAt < 1) continue
    const cookies = jar.get(host) ?? new Map<string, Cookie>()
    const [name, value] = [pair.slice(0, equalsAt).trim(), pair.slice(equalsAt + 1).trim()]
    const has = (pattern: RegExp) => attributes.some((attribute) => pattern.test(attribute))
    const httpOnly = has(/^\s*httponly\s*$/i)
    const isStrict = has(/^\s*samesite\s*=\s*strict\s*$/i)
    const isDeleted = has(/^\s*max-age\s*=\s*(-\d+|0+)\s*$/i)
    if (isDeleted) cookies.delete(name)
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
    // a page that is too large was cut by us, so its status counts; after another failure no response is complete
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

/** The address to which a response redirects, by its status or by its page; null if it does not. */
function findRedirect({ response }: RawExchange, visit: Visit): string | null {
  if (!response) return null
  const isRedirect = [301, 302, 303, 307, 308].includes(response.status)
  const next = isRedirect ? headerValue(response.headers, 'location') : findRefresh(visit)
  return next !== null && URL.canParse(next, visit.finalUrl) ? new URL(next, visit.finalUrl).href : null
}

/** The address in the header `Refresh` of a page, or in `<meta http-equiv="refresh">` of the page. */
function findRefresh(visit: Visit): string | null {
  if (visit.status !== 200) return null
  const inHeader = addressOfRefresh(headerValue(visit.headers, 'refresh') ?? '')
  const isPage = /html/i.test(headerValue(visit.headers, 'content-type') ?? '')
  return inHeader || (isPage && readHtml(textOf(visit)).refresh) || null
}

/** The facts about a visit that the rules read. */
export function factsOf(visit: Visit): VisitFacts {
  const { status, failure, headers, leftHttps, tooManyRedirects, exchange } = visit
  const contentType = headerValue(headers, 'content-type') ?? ''
  return { status, failure, contentType, html: textOf(visit), leftHttps, tooManyRedirects, exchange }
}

/** The facts about an address that was not visited. */
export const noFacts: VisitFacts = {
  status: null,
  failure: null,
  contentType: '',
  html: '',
  leftHttps: false,
  tooManyRedirects: false,
  exchange: null,
}

/** Why a link is not visited at all; null if it can be. Only this machine may be visited without https. */
export function whySkipped(url: string): 'empty' | 'no-address' | 'not-https' | null {
  if (url === '') return 'empty'
  if (!URL.canParse(url)) return 'no-address'
  const { protocol, hostname } = new URL(url)
  if (protocol === 'https:' || (protocol === 'http:' && isThisMachine(hostname))) return null
  return protocol === 'http:' ? 'not-https' : 'no-address'
}

/** The text of a response; empty if it is a picture or another file. */
export function textOf({ headers, bytes }: Pick<Visit, 'headers' | 'bytes'>): string {
  const type = headerValue(headers, 'content-type') ?? ''
  if (!/text|html|json|xml|javascript/i.test(type) && type !== '') return ''
  const charset = findCharset(type) ?? findCharset(findMetaElement(bytes)) ?? 'utf-8'
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

/** `latin1` of `text/html; charset=latin1` */
function findCharset(text: string): string | undefined {
  return /charset\s*=\s*["']?([\w-]+)/i.exec(text)?.[1]
}

/** Browsers look for `<meta charset="…">` in the first 1024 bytes. */
const META_WITHIN_BYTES = 1024

function findMetaElement(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, META_WITHIN_BYTES)).toString('latin1')
  return /<meta\s[^>]*charset[^>]*>/i.exec(head)?.[0] ?? ''
}
