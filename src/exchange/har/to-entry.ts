import { type Body, type Exchange, type Header, headerValue, headerValues } from '../exchange.js'
import type { HarEntry, HarPair, OwnBody } from './har-type.js'

const STATUS_TEXTS: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  301: 'Moved Permanently',
  302: 'Found',
  304: 'Not Modified',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

/** Writes an exchange as an entry of a HAR. `fromEntry` can make the same exchange of it. */
export function toEntry(exchange: Exchange): HarEntry {
  const time = exchange.answeredAtMs === null ? 0 : Math.max(0, exchange.answeredAtMs - exchange.sentAtMs)
  return {
    startedDateTime: exchange.startedAt,
    time,
    request: requestOf(exchange),
    response: responseOf(exchange),
    cache: {},
    timings: { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: time, receive: 0 },
    _homologa: {
      id: exchange.id,
      source: exchange.source,
      channel: exchange.channel,
      session: exchange.session,
      step: exchange.step,
      ...(exchange.intent && { intent: exchange.intent }),
      ...(exchange.sentAgain && { sentAgain: true }),
      ...(exchange.rechecked && { rechecked: true }),
      ...(exchange.staged && { staged: exchange.staged }),
      failure: exchange.failure,
      sentAtMs: exchange.sentAtMs,
      answeredAtMs: exchange.answeredAtMs,
      ...(exchange.spoilt && { spoilt: true }),
      gaps: exchange.gaps,
      hasAnswer: exchange.answer !== null,
      requestBody: ownBody(exchange.request.body),
      answerBody: ownBody(exchange.answer?.body ?? null),
    },
  }
}

function requestOf({ request }: Exchange): HarEntry['request'] {
  const text = request.body?.text ?? null
  return {
    method: request.method,
    url: request.url,
    httpVersion: 'HTTP/1.1',
    cookies: cookiesOf(headerValues(request.headers, 'cookie').flatMap((value) => value.split(';'))),
    headers: pairsOf(request.headers),
    queryString: queryOf(request.url),
    headersSize: -1,
    bodySize: request.body?.sizeBytes ?? 0,
    ...(text !== null && {
      postData: { mimeType: headerValue(request.headers, 'content-type') ?? '', text, params: [] as const },
    }),
  }
}

function responseOf({ answer, failure }: Exchange): HarEntry['response'] {
  const headers = answer?.headers ?? []
  const text = answer?.body?.text ?? null
  return {
    status: answer?.status ?? 0,
    statusText: STATUS_TEXTS[answer?.status ?? 0] ?? '',
    httpVersion: answer ? 'HTTP/1.1' : 'unknown',
    cookies: cookiesOf(headerValues(headers, 'set-cookie').map((value) => value.split(';')[0] ?? '')),
    headers: pairsOf(headers),
    content: {
      size: answer?.body?.sizeBytes ?? 0,
      mimeType: headerValue(headers, 'content-type') ?? 'x-unknown',
      ...(text !== null && { text }),
    },
    redirectURL: headerValue(headers, 'location') ?? '',
    headersSize: -1,
    bodySize: answer?.body?.sizeBytes ?? (answer ? 0 : -1),
    ...(failure && { _error: `${failure.kind}: ${failure.message}` }),
  }
}

function ownBody(body: Body | null): OwnBody | null {
  return body && { sizeBytes: body.sizeBytes, flaw: body.flaw }
}

function pairsOf(headers: readonly Header[]): HarPair[] {
  return headers.map(([name, value]) => ({ name, value }))
}

function cookiesOf(parts: readonly string[]): HarPair[] {
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const equals = part.indexOf('=')
      return equals < 0
        ? { name: part, value: '' }
        : { name: part.slice(0, equals), value: part.slice(equals + 1) }
    })
}

function queryOf(url: string): HarPair[] {
  const query = url.split('#')[0]?.split('?').slice(1).join('?') ?? ''
  return query === '' ? [] : [...new URLSearchParams(query)].map(([name, value]) => ({ name, value }))
}
