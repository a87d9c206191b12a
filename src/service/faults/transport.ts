import type { Channel } from '../../exchange/exchange.js'
import { html, redirect } from '../response.js'
import { addHeaders, deliverAs, setStatus } from './changes.js'
import { type Blocker, breaking, type FaultRow, faultsAt, faultTable } from './fault.js'

const OK_HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n'
const BAD_CHUNK = `${OK_HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`
const SHORT_BODY = `${OK_HEAD}Content-Length: 500\r\n\r\n{"data":{"n`
const FILLER = ' '.repeat(65_536)

const sendRaw = (text: string) => deliverAs({ kind: 'raw', bytes: Buffer.from(text) })

/** Faults of the connection: responses that are cut, late, endless or no HTTP. */
export const transport = faultTable({
  ...faultsAt(1, 'service/answers', {
    'bad-chunk': sendRaw(BAD_CHUNK),
    'endless-body': deliverAs({ kind: 'endless', chunk: FILLER }),
    'huge-content-length': deliverAs({ kind: 'endless', chunk: FILLER, declaredBytes: 2 * 1024 ** 3 }),
    'huge-header': addHeaders(['X-Filler', 'x'.repeat(10_000_000)]),
    'not-http': sendRaw('SSH-2.0-OpenSSH_9.6\r\n'),
    'reset-mid-body': deliverAs({ kind: 'reset', afterBytes: 12 }),
    'short-body': sendRaw(SHORT_BODY),
    'slow-drip': deliverAs({ kind: 'drip', bytesPerSecond: 1 }),
    'wrong-gzip': addHeaders(['Content-Encoding', 'gzip']),
  }),
  ...faultsAt(2, 'service/answers', {
    hang: deliverAs({ kind: 'hang' }),
    'reset-after-post': deliverAs({ kind: 'reset', afterBytes: 0 }),
  }),
  ...faultsAt(3, 'service/answers', {
    'cut-head': sendRaw('HTTP/1.1 204 No Con'),
    'reset-before-answer': deliverAs({ kind: 'reset', afterBytes: 0 }),
  }),
  // later than clients usually wait
  ...faultsAt(4, 'service/answers', {
    late: deliverAs({ kind: 'whole', delayMs: 60_000, isHeldBack: true }),
  }),
})

const hitLimit: FaultRow['change'] = (_, context) => context.hitLimit()
const tooManyRequests: FaultRow['change'] = (_, context) => ({ ...context.hitLimit(), status: 429 })

/** Faults of the status with which the five steps respond. */
export const statuses = faultTable({
  ...breaking('homologation/answer-status', {
    'delete-404': [5, setStatus(404)],
    'delete-500': [5, setStatus(500)],
    'get-403': [1, setStatus(403)],
    'get-404': [1, setStatus(404)],
    'get-500': [1, setStatus(500)],
    'get-503': [1, setStatus(503)],
    'patch-500': [4, setStatus(500)],
    'post-400': [2, setStatus(400)],
    'post-500': [2, setStatus(500)],
    'put-404': [3, setStatus(404)],
    'put-500': [3, setStatus(500)],
    // no DNS resolves this name, so a client that follows sends its token nowhere
    'redirect-elsewhere': [1, () => redirect('https://elsewhere.invalid/Api/v3/homologacao/produtos')],
    'redirect-same-origin': [1, (_, { request }) => redirect(`${request.path}?tentativa=2`, 307)],
  }),
  ...breaking(
    'homologation/answer-status',
    {
      'delete-200': [5, setStatus(200)],
      'get-201': [1, setStatus(201)],
      'patch-200': [4, setStatus(200)],
      'post-200': [2, setStatus(200)],
      'put-200': [3, setStatus(200)],
    },
    'warning',
  ),
  ...breaking('homologation/limit-hit', {
    'time-limit-always': [2, hitLimit],
    'too-many-always': ['every-step', tooManyRequests],
  }),
  ...breaking(
    'homologation/limit-hit',
    { 'time-limit-once': [4, hitLimit, 1], 'too-many-once': [3, tooManyRequests, 1] },
    'none',
  ),
})

/** Blocks all requests for `forMs` after `most` counted responses within `withinMs`. */
interface Block {
  readonly counts: (channel: Channel, status: number) => boolean
  readonly most: number
  readonly withinMs: number
  readonly forMs: number
}

const MINUTE_MS = 60_000

/**
 * The blocks of the public service for an address that sends too many requests. How the real one responds to a blocked
 * address is not documented. Here it is a page with 403, which no client may mistake for a response of the API.
 * Requests that come while the address is blocked change nothing.
 */
export const blocks = faultTable({
  'blocked-after-errors': blockOf({
    counts: (_channel, status) => status >= 400,
    most: 300,
    withinMs: 10_000,
    forMs: 10 * MINUTE_MS,
  }),
  'blocked-after-renewals': blockOf({
    counts: (channel) => channel === 'token',
    most: 20,
    withinMs: MINUTE_MS,
    forMs: 60 * MINUTE_MS,
  }),
  'blocked-after-requests': blockOf({
    counts: () => true,
    most: 600,
    withinMs: 10_000,
    forMs: 10 * MINUTE_MS,
  }),
})

/** The row never changes a response; its blocker refuses the requests. */
function blockOf(block: Block): FaultRow {
  return {
    breaks: 'limits/rate',
    severity: 'none',
    where: () => false,
    change: (response) => response,
    blocker: () => createBlocker(block),
  }
}

function createBlocker({ counts, most, withinMs, forMs }: Block): Blocker {
  let timesMs: number[] = []
  let blockedUntilMs = Number.NEGATIVE_INFINITY
  return {
    refuse: (nowMs) => (nowMs < blockedUntilMs ? html(403, blockedPage) : null),
    noteResponse(channel, status, nowMs) {
      if (nowMs < blockedUntilMs || !counts(channel, status)) return
      timesMs = [...timesMs, nowMs].slice(-most)
      const [firstMs = nowMs] = timesMs
      if (timesMs.length === most && nowMs - firstMs < withinMs) blockedUntilMs = nowMs + forMs
    },
  }
}

const blockedPage =
  '<!doctype html><html lang="pt-BR"><title>Acesso bloqueado</title><h1>Acesso bloqueado</h1><p>Este endereço enviou requisições demais.</p></html>'
