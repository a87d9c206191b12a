/**
 * Addresses, taken apart in one place. Paths and queries stay as they were written: what a parser would mend, such as
 * `%2e%2e` or a doubled slash, is what a rule wants to see.
 */
export interface Address {
  /**
   * `scheme://host`, with its port unless it is the scheme's own; in small letters, without user and password.
   * '' where the text names none, as a request's target does.
   */
  readonly origin: string
  /** The path as it was written; `/` if there is none. */
  readonly path: string
  /** The query as it was written, without its question mark; '' if there is none. */
  readonly query: string
}

const PARTS = /^(?:([a-z][a-z0-9+.-]*):\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?/i

/** Takes an absolute address or a request's target apart. Any text has a path; none is refused. */
export function readAddress(text: string): Address {
  const [, scheme, authority = '', path = '', query = ''] = PARTS.exec(text) ?? []
  const origin = scheme === undefined ? '' : originOf(scheme.toLowerCase(), authority.toLowerCase())
  return { origin, path: path.startsWith('/') ? path : `/${path}`, query }
}

const OWN_PORTS: Readonly<Record<string, RegExp>> = { http: /:80$/, https: /:443$/ }

function originOf(scheme: string, authority: string): string {
  const host = authority.slice(authority.lastIndexOf('@') + 1).replace(/:$/, '')
  const ownPort = OWN_PORTS[scheme]
  return `${scheme}://${ownPort === undefined ? host : host.replace(ownPort, '')}`
}

/** Whether the host is this machine: 127.0.0.0/8, ::1 or localhost. */
export function isThisMachine(hostname: string): boolean {
  const host = hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
  return host === 'localhost' || host === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host)
}

/**
 * The target to write into a request line, or to forward from a proxy: path and query, whichever form the address
 * had.
 */
export function targetOf(text: string): string {
  const { path } = readAddress(text)
  const mark = text.indexOf('?')
  const fragment = text.indexOf('#')
  const hasQuery = mark >= 0 && (fragment < 0 || mark < fragment)
  return hasQuery ? path + text.slice(mark, fragment < 0 ? undefined : fragment) : path
}

/** The path of an address, without query and fragment. */
export function pathOf(text: string): string {
  return readAddress(text).path
}

/** Without the slash at its end; `/` stays. */
export function trimSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

/** Whether two absolute addresses are of one origin. */
export function sameOrigin(a: string, b: string): boolean {
  const { origin } = readAddress(a)
  return origin !== '' && origin === readAddress(b).origin
}

/**
 * Decodes letters, digits, `-`, `_` and `~` in a path, because their percent-encoding means the same. RFC 3986
 * §6.2.2.2. A point stays encoded, because a segment of points means something else.
 */
export function plainPath(path: string): string {
  return path.includes('%') ? path.replace(encodedPlainly, (code) => decodeURIComponent(code)) : path
}

const encodedPlainly = /%(?:3\d|[46][1-9a-f]|[57][\da]|2d|5f|7e)/gi

/** Undoes percent-encoding. Returns the text unchanged if the encoding is broken. */
export function decoded(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * The part of a path below a base path, from its slash on; null if the path is outside the base or is the base
 * itself.
 */
export function pathBelow(path: string, base: string): string | null {
  const prefix = base.endsWith('/') ? base.slice(0, -1) : base
  return path.startsWith(prefix) && path[prefix.length] === '/' ? plainPath(path.slice(prefix.length)) : null
}

/** A path without what names a record, a number or a long key: what all records of a collection, and the collection itself, have in common. */
export function collectionPath(path: string): string {
  const segments = path.split('/').filter(Boolean)
  const named = segments.map((segment) => (namesRecord.test(segment) ? '{}' : segment))
  return `/${(named.at(-1) === '{}' ? named.slice(0, -1) : named).join('/')}`
}

const namesRecord = /^(?:\d+|(?=\D*\d)[\w-]{12,})$/

/** An address as seen from a base address. */
export interface Placed {
  readonly address: Address
  /** The path below the base address; null if the address has another origin or is outside the base. */
  readonly below: string | null
}

/** Takes an address apart, as seen from a base address. */
export function placeBelow(text: string, baseUrl: string): Placed {
  const [address, base] = [readAddress(text), readAddress(baseUrl)]
  return { address, below: address.origin === base.origin ? pathBelow(address.path, base.path) : null }
}

/**
 * Recognises OAuth addresses, which are not part of the API: tokens are requested at one; consent and revocation are
 * not requests to the service.
 */
export function oauthChannel(path: string): 'token' | 'elsewhere' | null {
  const [, last] = /\/oauth\/(token|authorize|revoke)\/?$/.exec(path) ?? []
  if (last === undefined) return null
  return last === 'token' ? 'token' : 'elsewhere'
}
