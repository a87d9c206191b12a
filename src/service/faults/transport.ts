import type { Channel } from '../../exchange/exchange.js'
import { html, redirect } from '../response.js'
import { delivered, toStatus, withHeader } from './changes.js'
import { breaking, type FaultRow, faultsAt, faultTable, type Gate } from './fault.js'

const CHUNKS =
  'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n'

const SHORT = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"data":{"n'

export const transport = faultTable({
  ...faultsAt(1, 'service/answers', {
    'bad-chunk': (response) => delivered(response, { kind: 'raw', bytes: Buffer.from(CHUNKS) }),
    'endless-body': (response) => delivered(response, { kind: 'endless', chunk: ' '.repeat(65_536) }),
    'huge-content-length': (response) =>
      delivered(response, { kind: 'endless', chunk: ' '.repeat(65_536), declaredBytes: 2 * 1024 ** 3 }),
    'huge-header': (response) => withHeader(response, ['X-Filler', 'x'.repeat(10_000_000)]),
    'not-http': (response) =>
      delivered(response, { kind: 'raw', bytes: Buffer.from('SSH-2.0-OpenSSH_9.6\r\n') }),
    'reset-mid-body': (response) => delivered(response, { kind: 'reset', afterBytes: 12 }),
    'short-body': (response) => delivered(response, { kind: 'raw', bytes: Buffer.from(SHORT) }),
    'slow-drip': (response) => delivered(response, { kind: 'drip', bytesPerSecond: 1 }),
    'wrong-gzip': (response) => withHeader(response, ['Content-Encoding', 'gzip']),
  }),
  ...faultsAt(2, 'service/answers', {
    hang: (response) => delivered(response, { kind: 'hang' }),
    'reset-after-post': (response) => delivered(response, { kind: 'reset', afterBytes: 0 }),
  }),
  ...faultsAt(3, 'service/answers', {
    'cut-head': (response) => delivered(response, { kind: 'raw', bytes: Buffer.from('HTTP/1.1 204 No Con') }),
    'reset-before-answer': (response) => delivered(response, { kind: 'reset', afterBytes: 0 }),
  }),
  ...faultsAt(4, 'service/answers', {
    late: (response) => delivered(response, { kind: 'whole', delayMs: 60_000, isHeldBack: true }),
  }),
})

/** Faults of the status with which the five steps respond. */
export const statuses = faultTable({
  ...breaking('homologation/answer-status', {
    'delete-404': [5, toStatus(404)],
    'delete-500': [5, toStatus(500)],
    'get-403': [1, toStatus(403)],
    'get-404': [1, toStatus(404)],
    'get-500': [1, toStatus(500)],
    'get-503': [1, toStatus(503)],
    'patch-500': [4, toStatus(500)],
    'post-400': [2, toStatus(400)],
    'post-500': [2, toStatus(500)],
    'put-404': [3, toStatus(404)],
    'put-500': [3, toStatus(500)],
    // The name can never be resolved, so a client that follows takes its token nowhere.
    'redirect-elsewhere': [1, () => redirect('https://elsewhere.invalid/Api/v3/homologacao/produtos')],
    'redirect-same-origin': [1, (_, { request }) => redirect(`${request.path}?tentativa=2`, 307)],
  }),
  ...breaking(
    'homologation/answer-status',
    {
      'delete-200': [5, toStatus(200)],
      'get-201': [1, toStatus(201)],
      'patch-200': [4, toStatus(200)],
      'post-200': [2, toStatus(200)],
      'put-200': [3, toStatus(200)],
    },
    'warning',
  ),
  ...breaking('homologation/limit-hit', {
    'time-limit-always': [2, (_, { hitLimit }) => hitLimit()],
    'too-many-always': ['every-step', (_, { hitLimit }) => ({ ...hitLimit(), status: 429 })],
  }),
  'time-limit-once': {
    breaks: 'homologation/limit-hit',
    severity: 'none',
    where: 4,
    times: 1,
    change: (_, { hitLimit }) => hitLimit(),
  },
  'too-many-once': {
    breaks: 'homologation/limit-hit',
    severity: 'none',
    where: 3,
    times: 1,
    change: (_, { hitLimit }) => ({ ...hitLimit(), status: 429 }),
  },
})

/** `most` counted responses within `withinMs` shut the gate for `forMs`. */
interface Block {
  readonly counts: (channel: Channel, status: number) => boolean
  readonly most: number
  readonly withinMs: number
  readonly forMs: number
}

/**
 * The public blocks by address. The response to a blocked address is not shown in public: here it is a page with 403, which no client may
 * mistake for a response of the API. Requests that come while the gate is shut change nothing.
 */
export const blocks = faultTable({
  'blocked-after-errors': blockOf({
    counts: (_channel, status) => status >= 400,
    most: 300,
    withinMs: 10_000,
    forMs: 600_000,
  }),
  'blocked-after-renewals': blockOf({
    counts: (channel) => channel === 'token',
    most: 20,
    withinMs: 60_000,
    forMs: 3_600_000,
  }),
  'blocked-after-requests': blockOf({ counts: () => true, most: 600, withinMs: 10_000, forMs: 600_000 }),
})

function blockOf(block: Block): FaultRow {
  return {
    breaks: 'limits/rate',
    severity: 'none',
    where: () => false,
    change: (response) => response,
    gate: () => createGate(block),
  }
}

function createGate({ counts, most, withinMs, forMs }: Block): Gate {
  let timesMs: number[] = []
  let shutUntilMs = Number.NEGATIVE_INFINITY
  return {
    turnAway: (nowMs) => (nowMs < shutUntilMs ? html(403, page) : null),
    see(channel, status, nowMs) {
      if (nowMs < shutUntilMs || !counts(channel, status)) return
      timesMs.push(nowMs)
      if (timesMs.length < most) return
      timesMs = timesMs.slice(-most)
      if (nowMs - (timesMs[0] ?? nowMs) < withinMs) shutUntilMs = nowMs + forMs
    },
  }
}

const page =
  '<!doctype html><html lang="pt-BR"><title>Acesso bloqueado</title><h1>Acesso bloqueado</h1><p>Este endereço enviou requisições demais.</p></html>'
