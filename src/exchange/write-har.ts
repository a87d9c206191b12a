import type { FileHandle } from 'node:fs/promises'
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

/** Writes a HAR entry by entry, in the memory of one; the file appears when it is whole. */
export async function writeHar(
  path: string,
  exchanges: Iterable<Exchange> | AsyncIterable<Exchange>,
  run: RunHeader,
  notes: readonly Note[] = [],
): Promise<void> {
  await writeWhole(path, (file) => writeEntries(file, exchanges, harLog(run, notes)))
}

const BATCH_CHARS = 1 << 18

async function writeEntries(
  file: FileHandle,
  exchanges: Iterable<Exchange> | AsyncIterable<Exchange>,
  log: object,
): Promise<void> {
  let batch = `{"log":${jsonLine(log).slice(0, -1)},"entries":[`
  let separator = '\n'
  for await (const exchange of exchanges) {
    batch += separator + jsonLine(toEntry(exchange))
    separator = ',\n'
    if (batch.length < BATCH_CHARS) continue
    await file.write(batch)
    batch = ''
  }
  await file.write(`${batch}\n]}}\n`)
}

/** Everything of a HAR before its entries. Our own fields begin with an underscore, as the format asks. */
export function harLog(run: RunHeader, notes: readonly Note[]) {
  return {
    version: '1.2',
    creator: { name: 'homologa', version: run.tool.version },
    _homologa: notes.length === 0 ? { run } : { run, notes },
  }
}

/** Writes an exchange as an entry of HAR 1.2. `read-har.ts` makes the same exchange of it. */
export function toEntry(exchange: Exchange) {
  const time = exchange.respondedAtMs === null ? 0 : Math.max(0, exchange.respondedAtMs - exchange.sentAtMs)
  const { startedAt, ...fields } = plainFieldsOf(exchange)
  return {
    startedDateTime: startedAt,
    time,
    request: requestOf(exchange),
    response: responseOf(exchange),
    cache: {},
    timings: { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: time, receive: 0 },
    _homologa: {
      ...fields,
      hasResponse: exchange.response !== null,
      requestBody: ownBody(exchange.request.body),
      responseBody: ownBody(exchange.response?.body ?? null),
    },
  }
}

function requestOf({ request }: Exchange) {
  const text = request.body?.text ?? null
  return {
    method: request.method,
    url: request.url,
    httpVersion: 'HTTP/1.1',
    cookies: cookiesOf(headerValues(request.headers, 'cookie').flatMap((value) => value.split(';'))),
    headers: pairsOf(request.headers),
    queryString: pairsOf(new URLSearchParams(readAddress(request.url).query)),
    headersSize: -1,
    bodySize: request.body?.sizeBytes ?? 0,
    ...(text !== null && {
      postData: { mimeType: headerValue(request.headers, 'content-type') ?? '', text, params: [] },
    }),
  }
}

function responseOf({ response, failure }: Exchange) {
  const headers = response?.headers ?? []
  const text = response?.body?.text ?? null
  return {
    status: response?.status ?? 0,
    statusText: STATUS_CODES[response?.status ?? 0] ?? '',
    httpVersion: response ? 'HTTP/1.1' : 'unknown',
    cookies: cookiesOf(headerValues(headers, 'set-cookie').map((value) => value.split(';')[0] ?? '')),
    headers: pairsOf(headers),
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

function ownBody(body: Body | null) {
  return body && { sizeBytes: body.sizeBytes, flaw: body.flaw }
}

function pairsOf(headers: Iterable<Header>) {
  return [...headers].map(([name, value]) => ({ name, value }))
}

function cookiesOf(parts: readonly string[]) {
  const pairs = parts.map((part): Header => {
    const [name = '', value = ''] = part.trim().split(/=(.*)/s)
    return [name, value]
  })
  return pairsOf(pairs.filter(([name, value]) => name + value !== ''))
}
