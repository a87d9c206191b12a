/** The parts of an address. Unlike in `URL`, path and query are as they were written, because the rules must see `%2e%2e` and doubled slashes. */
export interface Address {
  /** Scheme, host and port in small letters, without user and default port: `https://host` for `https://me@Host:443/a`. '' for a mere path. */
  readonly origin: string
  /** `/` if there is none. */
  readonly path: string
  /** Without its question mark; '' if there is none. */
  readonly query: string
}

/** The groups are the scheme, the host with its port, the path and the query. */
const PARTS = /^(?:([a-z][a-z0-9+.-]*):\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?/i

/** Splits an absolute address, or a path with query. It accepts any text. */
export function readAddress(text: string): Address {
  const [, scheme, authority = '', path = '', query = ''] = PARTS.exec(text) ?? []
  const origin = scheme === undefined ? '' : originOf(scheme.toLowerCase(), authority.toLowerCase())
  return { origin, path: path.startsWith('/') ? path : `/${path}`, query }
}

function originOf(scheme: string, authority: string): string {
  const host = authority.slice(authority.lastIndexOf('@') + 1).replace(/:$/, '')
  return `${scheme}://${host}`.replace(/^(http:.*):80$|^(https:.*):443$/, '$1$2') // without the default port
}

/** Whether the host is this machine: 127.0.0.0/8, ::1 or localhost, with IPv6's brackets or a dot at the end. */
export function isThisMachine(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/^\[|[\].]$/g, '')
  return host === 'localhost' || host === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host)
}

/** Returns path and query as a request line has them: `/a?b=1` for `https://host/a?b=1#c`. A `?` without a query stays. */
export function targetOf(text: string): string {
  const query = PARTS.exec(text)?.[4]
  return query === undefined ? pathOf(text) : `${pathOf(text)}?${query}`
}

/** Returns the path of an address, without query and fragment. */
export function pathOf(text: string): string {
  return readAddress(text).path
}

/** Removes a slash at the end of a path; `/` stays. */
export function trimSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

/** Whether two absolute addresses have the same origin. */
export function sameOrigin(a: string, b: string): boolean {
  const { origin } = readAddress(a)
  return origin !== '' && origin === readAddress(b).origin
}

/** Undoes needless percent-encoding: `/%61` becomes `/a`. RFC 3986 §6.2.2.2. A dot stays encoded, because `..` is no ordinary segment. */
export function plainPath(path: string): string {
  return path.includes('%') ? path.replace(ENCODED_NEEDLESSLY, (code) => decodeURIComponent(code)) : path
}

/** Digits, letters, `-`, `_` and `~`: `%31` is `1`, `%61` is `a`. */
const ENCODED_NEEDLESSLY = /%(?:3\d|[46][1-9a-f]|[57][\da]|2d|5f|7e)/gi

/** Undoes percent-encoding. Returns the text unchanged if the encoding is broken. */
export function decodePercent(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Returns the rest of a path below a base path, as a {@link plainPath}: `/produtos` for `/Api/v3/produtos` below `/Api/v3`. null if it is not below. */
export function pathBelow(path: string, base: string): string | null {
  const prefix = base.endsWith('/') ? base.slice(0, -1) : base
  return path.startsWith(prefix) && path[prefix.length] === '/' ? plainPath(path.slice(prefix.length)) : null
}

/** Returns the path of a collection for any of its records: `/produtos` for `/produtos/12`, `/pedidos/{}/itens` for `/pedidos/1/itens/2`. */
export function collectionPath(path: string): string {
  const segments = path.split('/').filter(Boolean)
  if (RECORD_ID.test(segments.at(-1) ?? '')) segments.pop()
  return `/${segments.map((segment) => (RECORD_ID.test(segment) ? '{}' : segment)).join('/')}`
}

/** A number, or a long word with digits such as a UUID. */
const RECORD_ID = /^(?:\d+|(?=\D*\d)[\w-]{12,})$/

/** Splits an address, and finds its path below a base address; `below` is null if it has another origin or is outside the base. */
export function placeBelow(text: string, baseUrl: string): { address: Address; below: string | null } {
  const [address, base] = [readAddress(text), readAddress(baseUrl)]
  return { address, below: address.origin === base.origin ? pathBelow(address.path, base.path) : null }
}

/** Recognises the addresses of OAuth by their path: `token` for `/oauth/token`, `elsewhere` for `/oauth/authorize` and `/oauth/revoke`. */
export function oauthChannel(path: string): 'token' | 'elsewhere' | null {
  const [, last] = /\/oauth\/(token|authorize|revoke)\/?$/.exec(path) ?? []
  if (last === undefined) return null
  return last === 'token' ? 'token' : 'elsewhere'
}
