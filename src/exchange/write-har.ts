import { STATUS_CODES } from 'node:http'
import { readAddress } from './address.js'
import {
  type Body,
  type Exchange,
  type Header,
  headerValue,
  headerValues,
  plainFieldsOf,
} from './exchange.js'
import { jsonLine } from './plain-text.js'
import type { Note, RunHeader } from './read-journal.js'
import { writeWhole } from './write-whole.js'

/** Writes exchanges as a HAR 1.2, one entry after the other to save memory. `read-har.ts` reads the same exchanges back, by our fields `_homologa`. */
export async function writeHar(
  path: string,
  exchanges: Iterable<Exchange> | AsyncIterable<Exchange>,
  run: RunHeader,
  notes: readonly Note[] = [],
): Promise<void> {
  const logWithoutBrace = jsonLine(harLog(run, notes)).slice(0, -1)
  await writeWhole(path, async (file) => {
    await file.write(`{"log":${logWithoutBrace},"entries":[`)
    let separator = '\n'
    for await (const exchange of exchanges) {
      await file.write(separator + jsonLine(toEntry(exchange)))
      separator = ',\n'
    }
    await file.write('\n]}}\n')
  })
}

/** The log of a HAR without its entries. Our own fields begin with an underscore, as the format requires. */
export function harLog(run: RunHeader, notes: readonly Note[]) {
  return {
    version: '1.2',
    creator: { name: 'homologa', version: run.tool.version },
    _homologa: notes.length === 0 ? { run } : { run, notes },
  }
}

/** The entry of an exchange. What the format has no field for is in `_homologa`. */
export function toEntry(exchange: Exchange) {
  const time = exchange.respondedAtMs === null ? 0 : Math.max(0, exchange.respondedAtMs - exchange.sentAtMs)
  const { startedAt, ...fields } = plainFieldsOf(exchange)
  return {
    startedDateTime: startedAt,
    time,
    request: toHarRequest(exchange),
    response: toHarResponse(exchange),
    cache: {},
    // -1 means that the value is not known, here and in `headersSize` and `bodySize`
    timings: { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: time, receive: 0 },
    _homologa: {
      ...fields,
      hasResponse: exchange.response !== null,
      requestBody: sizeAndFlaw(exchange.request.body),
      responseBody: sizeAndFlaw(exchange.response?.body ?? null),
    },
  }
}

function toHarRequest({ request }: Exchange) {
  const text = request.body?.text ?? null
  return {
    method: request.method,
    url: request.url,
    httpVersion: 'HTTP/1.1',
    cookies: toHarCookies(headerValues(request.headers, 'cookie').flatMap((value) => value.split(';'))),
    headers: toNameValueList(request.headers),
    queryString: toNameValueList(new URLSearchParams(readAddress(request.url).query)),
    headersSize: -1,
    bodySize: request.body?.sizeBytes ?? 0,
    ...(text !== null && {
      postData: { mimeType: headerValue(request.headers, 'content-type') ?? '', text, params: [] },
    }),
  }
}

function toHarResponse({ response, failure }: Exchange) {
  const headers = response?.headers ?? []
  const text = response?.body?.text ?? null
  return {
    status: response?.status ?? 0,
    statusText: STATUS_CODES[response?.status ?? 0] ?? '',
    httpVersion: response ? 'HTTP/1.1' : 'unknown',
    cookies: toHarCookies(headerValues(headers, 'set-cookie').map((value) => value.split(';')[0] ?? '')),
    headers: toNameValueList(headers),
    content: {
      size: response?.body?.sizeBytes ?? 0,
      mimeType: headerValue(headers, 'content-type') ?? 'x-unknown',
      ...(text !== null && { text }),
    },
    redirectURL: headerValue(headers, 'location') ?? '',
    headersSize: -1,
    bodySize: response?.body?.sizeBytes ?? (response ? 0 : -1),
    ...(failure && { _error: `${failure.kind}: ${failure.message}` }),
  }
}

function sizeAndFlaw(body: Body | null) {
  return body && { sizeBytes: body.sizeBytes, flaw: body.flaw }
}

function toNameValueList(headers: Iterable<Header>) {
  return [...headers].map(([name, value]) => ({ name, value }))
}

function toHarCookies(parts: readonly string[]) {
  const pairs = parts.map((part): Header => {
    const [name = '', value = ''] = part.trim().split(/=(.*)/s)
    return [name, value]
  })
  return toNameValueList(pairs.filter(([name, value]) => name + value !== ''))
}
