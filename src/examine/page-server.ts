import { isIP } from 'node:net'
import { readLifeEvent } from '../exchange/life-event.js'
import type { LiveEvent, LiveSource, WrittenReport } from '../report/page-data.js'
import type { Board } from './board.js'

/**
 * Serves the live page on a listener of its own, so that it never disturbs the listener under test. It responds to
 * its own origin only: another page in the same browser can neither read it nor create sessions.
 */
export interface PageServerOptions {
  readonly board: Board
  /** The page itself, rendered with its data. */
  readonly html: (live: LiveSource) => string
  /** The policy that the page declares of itself. */
  readonly policy: (html: string) => string
  /** Default: `127.0.0.1`. */
  readonly host?: string
  /** Default: 0, any free port. */
  readonly port?: number
  /** Creates a session and writes its settings; where they lie, or null. */
  readonly createSession: (name: string) => Promise<{ readonly id: string; readonly envFile: string | null }>
}

export interface PageServer {
  readonly url: string
  /** Tells the page that a session changed; null: that the notices changed. */
  changed(session: string | null): void
  /** Tells the page that the examination is over, and gives it the report. */
  close(report?: WrittenReport): Promise<void>
}

const live: LiveSource = { eventsUrl: '/events', sessionsUrl: '/sessions' }
const MAX_SESSIONS = 5_000
const MAX_NAME = 80
const MAX_BODY_BYTES = 4_096
/** Shortest time between two updates. */
const BATCH_MS = 100
/**
 * An update waits this many times as long as the last one took, so that judging a long run takes a bounded share of
 * the time.
 */
const MOST_SHARE = 20
const KEEP_ALIVE_MS = 15_000
/** Sessions whose runs the page is given at the end, when it cannot ask any more. */
const MAX_LAST_RUNS = 50
/** How long the last word may take to leave. */
const GOODBYE_MS = 250

const guards = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cache-Control': 'no-store',
} as const

export async function servePage(options: PageServerOptions): Promise<PageServer> {
  const [{ Hono }, { serve }] = await Promise.all([import('hono'), import('@hono/node-server')])
  const { board, host = '127.0.0.1' } = options
  const streams = new Set<(event: LiveEvent) => void>()
  const allowed = { hosts: new Set<string>(), anyAddress: false }
  const app = new Hono()
  let sessions = 0

  app.use(async (context, next) => {
    const refusal = refusalOf(context.req.raw.headers, context.req.method, allowed)
    if (refusal !== null) return context.text(refusal, 403)
    await next()
    for (const [name, value] of Object.entries(guards)) context.res.headers.set(name, value)
    return undefined
  })

  app.get('/', (context) => {
    const html = options.html(live)
    const policy = `${options.policy(html)}; frame-ancestors 'none'`
    return context.html(html, 200, { 'Content-Security-Policy': policy })
  })

  app.get(
    '/events',
    () =>
      new Response(eventStream(board, streams), {
        headers: { 'Content-Type': 'text/event-stream', Connection: 'close' },
      }),
  )

  app.get('/sessions', (context) => context.json(board.sessions()))

  const views = { '/sessions/:id': board.pageOf, '/sessions/:id/settings': board.settingsOf }
  for (const [path, view] of Object.entries(views))
    app.get(path, (context) => {
      const data = view(context.req.param('id') ?? '')
      return data ? context.json(data) : context.json({ error: 'unknown session' }, 404)
    })

  app.on('POST', ['/sessions', '/sessions/:id/life'], async (context, next) => {
    const isJson = /^application\/json\b/i.test(context.req.header('content-type') ?? '')
    return isJson ? next() : context.json({ error: 'expected application/json' }, 415)
  })

  app.post('/sessions/:id/life', async (context) => {
    const event = readLifeEvent(textIn(await readAtMost(context.req.raw, MAX_BODY_BYTES), 'event') ?? '')
    if (event === null) return context.json({ error: 'expected {"event": name}' }, 400)
    const isKnown = board.befall(context.req.param('id'), event)
    return isKnown ? context.body(null, 204) : context.json({ error: 'unknown session' }, 404)
  })

  app.post('/sessions', async (context) => {
    const name = textIn(await readAtMost(context.req.raw, MAX_BODY_BYTES), 'name')
    if (name === null) return context.json({ error: 'expected {"name": text} of 1 to 80 characters' }, 400)
    if (++sessions > MAX_SESSIONS) return context.json({ error: `at most ${MAX_SESSIONS} sessions` }, 429)
    return context.json(await options.createSession(name), 201)
  })

  const server = serve({
    fetch: app.fetch,
    hostname: host,
    port: options.port ?? 0,
    overrideGlobalObjects: false,
  })
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    server.once('listening', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
  fillAllowedHosts(allowed, host, port)

  const changes = createBatch((ids) => {
    if (streams.size === 0) return
    for (const event of eventsFor(board, ids)) for (const send of streams) send(event)
  })

  return {
    url: `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}/`,
    changed: changes.add,
    close(report) {
      changes.stop()
      const leavingMs = streams.size > 0 ? GOODBYE_MS : 0
      for (const send of streams) send(buildOverEvent(board, report))
      return new Promise((resolve) => {
        const breakOff = () => 'closeAllConnections' in server && server.closeAllConnections()
        const timer = setTimeout(breakOff, leavingMs)
        server.close(() => {
          clearTimeout(timer)
          resolve()
        })
      })
    },
  }
}

interface Allowed {
  readonly hosts: Set<string>
  /** True if the server is bound to every address; then any address that reaches it is its own. */
  anyAddress: boolean
}

function fillAllowedHosts(allowed: Allowed, host: string, port: number): void {
  for (const name of ['localhost', '127.0.0.1', '[::1]', host.includes(':') ? `[${host}]` : host]) {
    allowed.hosts.add(`${name}:${port}`)
  }
  allowed.anyAddress = host === '0.0.0.0' || host === '::'
}

/** A foreign name in `Host` is a rebound one; a foreign `Origin` is somebody else's page. */
function refusalOf(headers: Headers, method: string, allowed: Allowed): string | null {
  const host = (headers.get('host') ?? '').toLowerCase()
  if (!isOwn(host, allowed)) return 'foreign host'
  const origin = headers.get('origin')
  if (origin !== null && origin.toLowerCase() !== `http://${host}`) return 'foreign origin'
  const site = headers.get('sec-fetch-site')
  const isNavigation = method === 'GET' && headers.get('sec-fetch-mode') === 'navigate'
  if (site !== null && site !== 'same-origin' && site !== 'none' && !isNavigation) return 'foreign site'
  return null
}

function isOwn(host: string, { hosts, anyAddress }: Allowed): boolean {
  if (hosts.has(host)) return true
  return anyAddress && isIP(host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')) !== 0
}

function eventStream(board: Board, streams: Set<(event: LiveEvent) => void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let leave = () => {}
  return new ReadableStream({
    start(controller) {
      const write = (text: string) => {
        // a page that does not read any more must not fill the memory
        if ((controller.desiredSize ?? 0) < -4_000_000) return leave()
        controller.enqueue(encoder.encode(text))
      }
      const send = (event: LiveEvent) => {
        write(`data: ${JSON.stringify(event)}\n\n`)
        if (event.type === 'over') leave()
      }
      const timer = setInterval(() => write(': still here\n\n'), KEEP_ALIVE_MS)
      timer.unref()
      leave = () => {
        clearInterval(timer)
        if (!streams.delete(send)) return
        try {
          controller.close()
        } catch {
          // the page had left before
        }
      }
      streams.add(send)
      const { notices } = board
      send({ type: 'snapshot', now: new Date().toISOString(), sessions: board.sessions(), notices })
    },
    cancel: () => leave(),
  })
}

function buildOverEvent(board: Board, report?: WrittenReport): LiveEvent {
  const sessions = board.sessions().map((session, i) => {
    const data = i < MAX_LAST_RUNS ? board.pageOf(session.id) : null
    return { ...session, awaited: null, ...(data && { data }) }
  })
  return { type: 'over', now: new Date().toISOString(), sessions, ...(report && { report }) }
}

function* eventsFor(board: Board, ids: ReadonlySet<string | null>): Generator<LiveEvent> {
  const now = new Date().toISOString()
  for (const id of ids) {
    const session = id === null ? null : board.session(id)
    if (id === null) yield { type: 'notices', now, notices: board.notices }
    if (session) yield { type: 'update', now, session }
  }
}

function createBatch(tell: (ids: ReadonlySet<string | null>) => void) {
  let waiting = new Set<string | null>()
  let timer: NodeJS.Timeout | null = null
  let waitMs = BATCH_MS
  return {
    add(id: string | null) {
      waiting.add(id)
      timer ??= setTimeout(() => {
        timer = null
        const ids = waiting
        waiting = new Set()
        const beganMs = performance.now()
        tell(ids)
        waitMs = Math.max(BATCH_MS, MOST_SHARE * (performance.now() - beganMs))
      }, waitMs)
    },
    stop() {
      if (timer) clearTimeout(timer)
    },
  }
}

async function readAtMost(request: Request, limit: number): Promise<string> {
  if (!request.body) return ''
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > limit) return ''
  }
  return text
}

/** A short text in a JSON object, without blanks around it. */
function textIn(body: string, field: string): string | null {
  try {
    const text = (JSON.parse(body) as Record<string, unknown> | null)?.[field]
    const trimmed = typeof text === 'string' ? text.trim() : ''
    return trimmed !== '' && trimmed.length <= MAX_NAME ? trimmed : null
  } catch {
    return null
  }
}
