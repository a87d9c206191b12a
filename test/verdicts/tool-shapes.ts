/** HARs of one right run of the five steps, in the shapes for which the tools that write them are known. */

/** An exchange before any tool has shaped it; headers by their names in small letters. */
export interface Sent {
  readonly method: string
  url: string
  /** Milliseconds after the first. */
  atMs: number
  readonly tookMs: number
  readonly request: Record<string, string>
  body: string | null
  status: number
  readonly response: Record<string, string>
  responseBody: string | null
}

const base = 'https://erp.example/Api/v3'
const hashHeader = 'x-service-homologacao'
export const product = { nome: 'Copo do Bernardo', codigo: 'COD-4587', preco: 32.56 }

/** The token is revoked at step 3. */
export function rightRun(): Sent[] {
  const record = '/homologacao/produtos/16842'
  const changed = { ...product, descricao: 'Copo' }
  const renewed = { access_token: 'tok-BBBB', token_type: 'Bearer', expires_in: 21_600 }
  const [old, young] = ['Bearer tok-AAAA', 'Bearer tok-BBBB']
  const steps = [
    ['GET', '/homologacao/produtos', old, null, null, 200, { data: product }, 'h1-3f9a2c'],
    ['POST', '/homologacao/produtos', old, 'h1-3f9a2c', product, 201, { data: { id: 16842 } }, 'h2-77ab01'],
    ['PUT', record, old, 'h2-77ab01', changed, 401, { error: { type: 'invalid_token' } }, 'h3-c0ffee'],
    ['POST', '/oauth/token', 'Basic Y2xpZW50OnNlY3JldA==', null, null, 200, renewed, null],
    ['PUT', record, young, 'h3-c0ffee', changed, 204, null, 'h4-19d2e4'],
    ['PATCH', `${record}/situacoes`, young, 'h4-19d2e4', { situacao: 'I' }, 204, null, 'h5-5eed42'],
    ['DELETE', record, young, 'h5-5eed42', null, 204, null, null],
  ] as const
  return steps.map(([method, path, authorization, hash, body, status, responseBody, issued], i) => {
    const form = path === '/oauth/token' ? 'grant_type=refresh_token&refresh_token=ref-1' : null
    const type = form === null ? 'application/json' : 'application/x-www-form-urlencoded'
    const text = form ?? (body && JSON.stringify(body))
    return {
      method,
      url: base + path,
      atMs: i * 2184.7,
      tookMs: 84.3,
      status,
      request: {
        accept: 'application/json',
        authorization,
        ...(hash && { [hashHeader]: hash }),
        ...(text && { 'content-type': type }),
      },
      body: text,
      response: {
        date: 'Fri, 20 Nov 2026 14:03:07 GMT',
        ...(responseBody && { 'content-type': 'application/json' }),
        ...(issued && { [hashHeader]: issued }),
      },
      responseBody: responseBody && JSON.stringify(responseBody),
    }
  })
}

// biome-ignore lint/suspicious/noExplicitAny: each tool writes fields of its own
type Entry = any
type Shape = (entry: Entry, sent: Sent, at: number) => Entry

const pairs = (headers: Record<string, string>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }))
const base64 = (text: string) => Buffer.from(text).toString('base64')

function timeOf(atMs: number, zone = 'Z'): string {
  const wallMs =
    Date.UTC(2026, 10, 20, 14, 3, 7, 123) + Math.floor(atMs) - (zone.endsWith('-03:00') ? 3 * 3_600_000 : 0)
  return new Date(wallMs).toISOString().replace('Z', zone)
}

function entryOf({ method, url, atMs, tookMs, request, body, status, response, responseBody }: Sent): Entry {
  const size = responseBody?.length ?? 0
  return {
    startedDateTime: timeOf(atMs),
    time: tookMs,
    cache: {},
    request: {
      method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(request),
      queryString: [],
      headersSize: -1,
      bodySize: body?.length ?? 0,
      ...(body !== null && { postData: { mimeType: request['content-type'], text: body } }),
    },
    response: {
      status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(response),
      content: { size, mimeType: 'application/json', ...(responseBody !== null && { text: responseBody }) },
      redirectURL: '',
      headersSize: -1,
      bodySize: size,
    },
    timings: { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: tookMs, receive: 0 },
  }
}

const inBase64: Shape = (entry, { responseBody }) => {
  if (responseBody !== null)
    Object.assign(entry.response.content, { text: base64(responseBody), encoding: 'base64' })
  return entry
}

const whole = (entry: Entry): Entry => ({ ...entry, time: Math.round(entry.time) })

/** How each differs from the plainest HAR. */
export const shapes: Readonly<Record<string, Shape>> = {
  Chrome(entry, { method, tookMs }) {
    entry.request.headers.unshift({ name: ':method', value: method }, { name: ':authority', value: 'x' })
    entry.response.headers.unshift({ name: ':status', value: '200' })
    Object.assign(entry.response, { bodySize: -1, _transferSize: 300, _error: null })
    const timings = { blocked: 1.2, dns: -1, connect: -1, ssl: -1, send: 0.2, wait: tookMs - 3, receive: 1.6 }
    return { ...entry, timings, pageref: 'page_1', _resourceType: 'fetch', _initiator: { type: 'script' } }
  },
  'Chrome, sanitised': (entry) => {
    entry.request.headers = entry.request.headers.filter(({ name }: Entry) => name !== 'authorization')
    return entry
  },
  Firefox(entry, { atMs, responseBody }) {
    if (responseBody === null) entry.response.content.text = ''
    if (entry.request.postData) entry.request.postData.params = []
    return { ...whole(entry), startedDateTime: timeOf(atMs, '-03:00') }
  },
  Safari(entry) {
    delete entry.request.bodySize
    return { ...entry, time: entry.time + 0.000_123, _fetchType: 'Network Load' }
  },
  Charles: (entry, sent, at) => ({
    ...inBase64(whole(entry), sent, at),
    _charlesStatus: 'COMPLETE',
  }),
  Fiddler(entry, { atMs }, at) {
    const comment = `[#${at + 1}]`
    return { ...entry, startedDateTime: timeOf(atMs, '4567-03:00'), comment, connection: 'ClientPort:54321' }
  },
  Insomnia(entry, { responseBody }) {
    entry.response.content.text = responseBody ?? ''
    return { ...entry, comment: 'Passo' }
  },
  Postman(entry, { body }) {
    if (body !== null) entry.request.postData.params = null
    const { cache, timings, ...rest } = entry
    return rest
  },
  mitmproxy: (entry, { atMs }) => ({
    ...entry,
    startedDateTime: timeOf(atMs, '456+00:00'),
  }),
  k6: ({ startedDateTime, time, request, response }) => ({
    startedDateTime,
    time,
    request: (({ method, url, headers, postData }) => ({ method, url, headers, postData }))(request),
    response: (({ status, headers, content }) => ({ status, headers, content }))(response),
  }),
  Proxyman: (entry, sent, at) => ({ ...inBase64(entry, sent, at), _id: '12', _isHTTPS: true, comment: '' }),
  Playwright(entry, { responseBody }) {
    if (responseBody === null) entry.response.content = { size: -1, mimeType: 'x-unknown' }
    return { ...entry, pageref: 'page@1', _monotonicTime: 1 }
  },
  Burp(entry, sent, at) {
    const { body } = sent
    if (body !== null) Object.assign(entry.request.postData, { text: base64(body), encoding: 'base64' })
    return inBase64(whole(entry), sent, at)
  },
  ZAP(entry, { body, responseBody }) {
    entry.request.postData = { mimeType: '', params: [], text: body ?? '' }
    entry.response.content.text = responseBody ?? ''
    return { ...entry, _zapMessageId: 4 }
  },
  'one without durations': (entry) => ({ ...entry, time: -1, timings: { send: -1, wait: -1, receive: -1 } }),
  'one that writes numbers as texts': (entry, { status, tookMs }) => {
    entry.response.status = String(status)
    return { ...entry, time: String(tookMs) }
  },
  'one that writes headers as an object': (entry, { request, response }) => {
    Object.assign(entry.request, { headers: request })
    Object.assign(entry.response, { headers: response })
    return entry
  },
  'one that writes null for nothing': (entry, { body, responseBody }) => {
    if (body === null) entry.request.postData = null
    if (responseBody === null) entry.response.content = null
    return { ...entry, cache: null, timings: null }
  },
  'one that prints bodies prettily': (entry, { responseBody }) => {
    if (responseBody !== null) entry.response.content.text = JSON.stringify(JSON.parse(responseBody), null, 2)
    return entry
  },
}

/** The HAR that a tool of this shape would have written. */
export function harOf(shape: Shape, run: readonly Sent[]): string {
  const entries = run.map((sent, at) => shape(entryOf(sent), sent, at))
  return JSON.stringify({ log: { version: '1.2', creator: { name: 'a tool', version: '1' }, entries } })
}
