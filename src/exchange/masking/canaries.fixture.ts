import type { Exchange } from '../exchange.js'
import type { RawBody, RawExchange } from '../raw.js'

export function body(text: string | Uint8Array, flaw: RawBody['flaw'] = null): RawBody {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  return { bytes, sizeBytes: bytes.length, flaw }
}

export function raw(changes: Partial<RawExchange> = {}): RawExchange {
  return {
    id: 'e1',
    source: 'run',
    channel: 'service',
    session: null,
    step: null,
    request: { method: 'GET', url: 'https://api.example/Api/v3/produtos', headers: [], body: null },
    response: { status: 200, headers: [], body: null },
    failure: null,
    startedAt: '2026-03-01T02:00:00.000Z',
    sentAtMs: 0,
    respondedAtMs: 12.5,
    gaps: [],
    ...changes,
  }
}

export function responding(text: string, headers: readonly (readonly [string, string])[] = []): RawExchange {
  return raw({ response: { status: 200, headers, body: body(text) } })
}

const hexOf = (char: string) => char.charCodeAt(0).toString(16).padStart(4, '0')
const inLines = (text: string, width: number, end: string) =>
  (text.match(new RegExp(`.{1,${width}}`, 'g')) ?? []).join(end)
const percent = (bytes: Uint8Array) =>
  [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')

/** Every way in which a value may be written into a text. */
export const encodings: Record<string, (value: string) => string> = {
  raw: (value) => value,
  'percent, upper case': (value) => encodeURIComponent(value),
  'percent, lower case': (value) => encodeURIComponent(value).replace(/%../g, (all) => all.toLowerCase()),
  'percent, every byte': (value) => percent(Buffer.from(value)),
  'percent, twice': (value) => encodeURIComponent(encodeURIComponent(value)),
  form: (value) => new URLSearchParams({ v: value }).toString().slice(2),
  json: (value) => JSON.stringify(value).slice(1, -1),
  'json in json': (value) => JSON.stringify(JSON.stringify(value).slice(1, -1)).slice(1, -1),
  'json, unicode': (value) => value.replace(/[^a-z]/gi, (char) => `\\u${hexOf(char)}`),
  'json, unicode, every sign, upper case': (value) =>
    value
      .split('')
      .map((char) => `\\u${hexOf(char).toUpperCase()}`)
      .join(''),
  'json, slashes escaped': (value) => JSON.stringify(value).slice(1, -1).replaceAll('/', '\\/'),
  base64: (value) => Buffer.from(value).toString('base64'),
  base64url: (value) => Buffer.from(value).toString('base64url'),
  hex: (value) => Buffer.from(value).toString('hex'),
  'hex in capitals': (value) => Buffer.from(value).toString('hex').toUpperCase(),
  'Basic pair': (value) => Buffer.from(`client-id:${value}`).toString('base64'),
  'base64, one byte before': (value) => Buffer.from(`x${value}tail`).toString('base64'),
  'base64, two bytes before': (value) => Buffer.from(`\u0001x${value}\u0002`).toString('base64'),
  'base64, percent': (value) => encodeURIComponent(Buffer.from(value).toString('base64')),
  'base64 in lines': (value) => inLines(Buffer.from(value).toString('base64'), 8, '\r\n'),
  'base64 in short lines': (value) => inLines(Buffer.from(value).toString('base64'), 3, '\n'),
  'base64 twice': (value) => Buffer.from(Buffer.from(value).toString('base64')).toString('base64'),
  'base64 of UTF-16': (value) => Buffer.from(value, 'utf16le').toString('base64'),
  'base64 of Latin-1': (value) => Buffer.from(value, 'latin1').toString('base64'),
  'hex of UTF-16': (value) => Buffer.from(value, 'utf16le').toString('hex'),
  'hex in lines': (value) => inLines(Buffer.from(value).toString('hex'), 16, '\n'),
  'percent of Latin-1': (value) => percent(Buffer.from(value, 'latin1')),
  'html entities': (value) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
  'numeric entities': (value) => [...value].map((char) => `&#${char.codePointAt(0)};`).join(''),
  'hex entities': (value) => [...value].map((char) => `&#x${char.codePointAt(0)?.toString(16)};`).join(''),
  'lower case': (value) => value.toLowerCase(),
}

/** Every place where a service or a client may put a value. */
export const places: Record<string, (value: string) => RawExchange> = {
  'answer body, JSON': (value) => responding(`{"data":[{"nome":"x ${value} y","id":16234567890}]}`),
  'answer body, JSON key': (value) => responding(`{"${value}":1}`),
  'answer body, HTML': (value) => responding(`<p>fault: ${value}</p>`),
  'answer body, text': (value) => responding(value),
  'answer body, broken JSON': (value) => responding(`{"data":"${value}`),
  'answer header': (value) => responding('', [['x-echo', value]]),
  'answer header name': (value) => responding('', [[`x-${value}`, '1']]),
  'hash header': (value) => responding('', [['x-service-homologacao', value]]),
  location: (value) => responding('', [['Location', `https://else.example/p?q=${value}`]]),
  cookie: (value) => responding('', [['Set-Cookie', `sid=${value}; Path=/`]]),
  'www-authenticate': (value) =>
    responding('', [['WWW-Authenticate', `Bearer error="invalid_token", t="${value}"`]]),
  'request query': (value) =>
    raw({ request: { ...raw().request, url: `https://api.example/Api/v3/produtos?q=${value}&pagina=1` } }),
  'request path': (value) =>
    raw({ request: { ...raw().request, url: `https://api.example/Api/v3/${value}/x` } }),
  'request fragment': (value) =>
    raw({ request: { ...raw().request, url: `https://api.example/p#q=${value}` } }),
  'request header': (value) => raw({ request: { ...raw().request, headers: [['X-Any', value]] } }),
  'request body, form': (value) => raw({ request: { ...raw().request, body: body(`a=1&nome=${value}`) } }),
  method: (value) => raw({ request: { ...raw().request, method: value } }),
  'error text': (value) =>
    raw({ response: null, failure: { kind: 'reset', message: `read ECONNRESET ${value}` } }),
}

export function holds(exchange: Exchange, written: string): boolean {
  return everyText(exchange).some((text) => text.toLowerCase().includes(written.toLowerCase()))
}

function everyText(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(everyText) : []
}
