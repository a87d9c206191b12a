import { isIP } from 'node:net'
import type { UnderlyingSource } from 'node:stream/web'
import { readLifeEvent } from '../exchange/life-event.js'
import { callableHost, listening } from '../node/listening.js'
import type { LiveEvent, LiveSource, WrittenReport } from '../report/page-data.js'
import type { Board } from './board.js'

export interface PageServerOptions {
  readonly board: Board
  readonly html: (live: LiveSource) => string
  /** Returns the Content-Security-Policy of a rendered page. */
  readonly policy: (html: string) => string
  /** Default: `127.0.0.1`. */
  readonly host?: string
  /** Default: 0, any free port. */
  readonly port?: number
  /** Creates a session. `envFile` is the path of its settings; null if they were not written. */
  readonly createSession: (name: string) => Promise<{ readonly id: string; readonly envFile: string | null }>
}

export interface PageServer {
  readonly url: string
  readonly port: number
  /** Sends the new state of a session to the open pages, or the notices (null). */
  changed(session: string | null): void
  /** Shows on the page that the examination is over, with its report, and stops the server. */
  close(report?: WrittenReport): Promise<void>
}

const live: LiveSource = { eventsUrl: '/events', sessionsUrl: '/sessions' }
const MAX_SESSIONS = 5_000
const MAX_NAME_CHARS = 80
const MAX_BODY_CHARS = 4_096
/** Shortest time between two updates. */
const BATCH_MS = 100
/** An update waits 20 times as long as the last one took, so that updates take at most a twentieth of the time. */
const WAIT_FACTOR = 20
const KEEP_ALIVE_MS = 15_000
/** How many sessions are sent to the page with all their data at the end, because it cannot request them later. */
const MAX_LAST_SESSIONS = 50
/** How long sending the last event may take, before every page is disconnected. */
const GOODBYE_MS = 250

/** Headers of every response, which keep other pages from using it. */
const guards = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cache-Control': 'no-store',
} as const

/**
 * Serves the live page of `examine` on a port of its own, with the events that keep it up to date. Only this page may use it: another
 * page in the same browser can neither read the data nor create sessions.
 */
export async function servePage(options: PageServerOptions): Promise<PageServer> {
  const [{ Hono }, { createAdaptorServer }] = await Promise.all([import('hono'), import('@hono/node-server')])
  const { board, host = '127.0.0.1' } = options
  /** For each open page a function that sends it an event. */
  const streams = new Set<(event: LiveEvent) => void>()
  const app = new Hono()
  let port = 0 // known once the server listens
  /** Number of created sessions. */
  let created = 0

  app.use(async (context, next) => {
    const refusal = refusalOf(context.req.raw.headers, context.req.method, { host, port })
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

  const eventHeaders = { 'Content-Type': 'text/event-stream', Connection: 'close' }
  app.get('/events', () => new Response(eventStream(board, streams), { headers: eventHeaders }))

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
    const event = readLifeEvent(textIn(await readAtMost(context.req.raw, MAX_BODY_CHARS), 'event') ?? '')
    if (event === null) return context.json({ error: 'expected {"event": name}' }, 400)
    const isKnown = board.causeEvent(context.req.param('id'), event)
    return isKnown ? context.body(null, 204) : context.json({ error: 'unknown session' }, 404)
  })

  app.post('/sessions', async (context) => {
    const name = textIn(await readAtMost(context.req.raw, MAX_BODY_CHARS), 'name')
    if (name === null) return context.json({ error: 'expected {"name": text} of 1 to 80 characters' }, 400)
    if (++created > MAX_SESSIONS) return context.json({ error: `at most ${MAX_SESSIONS} sessions` }, 429)
    return context.json(await options.createSession(name), 201)
  })

  // Request and Response of this process stay those of Node, which other code may use
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false })
  port = await listening(server, { port: options.port ?? 0, host })

  const changes = createBatch((ids) => {
    if (streams.size === 0) return
    for (const event of eventsFor(board, ids)) for (const send of streams) send(event)
  })

  return {
    url: `http://${isEveryAddress(host) ? 'localhost' : callableHost(host)}:${port}/`,
    port,
    changed: changes.add,
    close(report) {
      changes.stop()
      const leavingMs = streams.size > 0 ? GOODBYE_MS : 0
      for (const send of streams) send(buildOverEvent(board, report))
      return new Promise((resolve) => {
        const disconnectAll = () => 'closeAllConnections' in server && server.closeAllConnections()
        const timer = setTimeout(disconnectAll, leavingMs)
        server.close(() => {
          clearTimeout(timer)
          resolve()
        })
      })
    },
  }
}

type ListenAddress = { readonly host: string; readonly port: number }

function isEveryAddress(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

/** Returns why a request is refused: it names another host (DNS rebinding) or comes from another page. null if it is accepted. */
function refusalOf(headers: Headers, method: string, address: ListenAddress): string | null {
  const host = (headers.get('host') ?? '').toLowerCase()
  if (!isOwnHost(host, address)) return 'foreign host'
  const origin = headers.get('origin')
  if (origin !== null && origin.toLowerCase() !== `http://${host}`) return 'foreign origin'
  // a browser says which page sends the request; a link from any page may open ours
  const site = headers.get('sec-fetch-site')
  const isNavigation = method === 'GET' && headers.get('sec-fetch-mode') === 'navigate'
  if (site !== null && site !== 'same-origin' && site !== 'none' && !isNavigation) return 'foreign site'
  return null
}

/** Whether the value of `Host` is an address of this server. If it listens on every address of the machine, any IP address is. */
function isOwnHost(value: string, { host, port }: ListenAddress): boolean {
  const names = ['localhost', '127.0.0.1', '[::1]', host.includes(':') ? `[${host}]` : host]
  // A browser leaves out the port 80.
  const isOwn = (name: string) => value === `${name}:${port}` || (port === 80 && value === name)
  if (names.some(isOwn)) return true
  return isEveryAddress(host) && isIP(value.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')) !== 0
}

/** A page that has stopped reading is disconnected when this much waits for it. */
const MAX_UNREAD_BYTES = 4_000_000

/** Creates the stream of events (server-sent events) for one open page. */
function eventStream(board: Board, streams: Set<(event: LiveEvent) => void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let leave = () => {}
  const source: UnderlyingSource<Uint8Array> = {
    start(controller) {
      const write = (text: string) => {
        // with a high-water mark of 0, `desiredSize` is minus the number of unread bytes
        const unreadBytes = -(controller.desiredSize ?? 0)
        if (unreadBytes > MAX_UNREAD_BYTES) return leave()
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
          // the page was closed before
        }
      }
      streams.add(send)
      const { notices } = board
      send({ type: 'snapshot', now: new Date().toISOString(), sessions: board.sessions(), notices })
    },
    cancel: () => leave(),
  }
  return new ReadableStream(source, new ByteLengthQueuingStrategy({ highWaterMark: 0 }))
}

function buildOverEvent(board: Board, report?: WrittenReport): LiveEvent {
  const sessions = board.sessions().map((session, i) => {
    const data = i < MAX_LAST_SESSIONS ? board.pageOf(session.id) : null
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

/** Collects the ids of changed sessions and sends them together, at most every {@link BATCH_MS}. */
function createBatch(send: (ids: ReadonlySet<string | null>) => void) {
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
        send(ids)
        waitMs = Math.max(BATCH_MS, WAIT_FACTOR * (performance.now() - beganMs))
      }, waitMs)
    },
    stop() {
      if (timer) clearTimeout(timer)
    },
  }
}

/** Reads a body; '' if it is longer than the limit. */
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

/** Returns a field of a JSON object that is a text of 1 to 80 characters, trimmed; else null. */
function textIn(body: string, field: string): string | null {
  try {
    const text = (JSON.parse(body) as Record<string, unknown> | null)?.[field]
    const trimmed = typeof text === 'string' ? text.trim() : ''
    return trimmed !== '' && trimmed.length <= MAX_NAME_CHARS ? trimmed : null
  } catch {
    return null
  }
}
