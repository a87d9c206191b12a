import { useEffect, useState } from 'preact/hooks'
import type { LifeEvent } from '../../exchange/life-event.js'
import type {
  LiveEvent,
  LiveNotice,
  LiveSession,
  LiveSource,
  PageData,
  WrittenReport,
} from '../../report/page-data.js'

/** The state of a live page, which follows a running `examine` or `proxy`. */
export interface LiveState {
  readonly connection: 'connecting' | 'open' | 'reconnecting' | 'over'
  /** How many attempts to connect have failed since the last that succeeded. */
  readonly failures: number
  /** Milliseconds by which the server's clock is ahead of the browser's. */
  readonly aheadMs: number
  readonly sessions: readonly LiveSession[]
  readonly notices: readonly LiveNotice[]
  /** Present once the examination is over and its report is written. */
  readonly report?: WrittenReport
}

export const beforeConnection: LiveState = {
  connection: 'connecting',
  failures: 0,
  aheadMs: 0,
  sessions: [],
  notices: [],
}

/** A change of the connection, or an event of the server. */
export type LiveNews =
  | { readonly kind: 'opened' }
  | { readonly kind: 'lost' }
  | { readonly kind: 'event'; readonly event: LiveEvent; readonly receivedAt: number }

/** Returns the state after a piece of news. `receivedAt` is the browser's clock, in milliseconds since 1970. */
export function applyNews(state: LiveState, news: LiveNews): LiveState {
  if (news.kind === 'lost') {
    // the server ends after the event `over`, so it is not gone by accident
    const connection = state.connection === 'over' ? 'over' : 'reconnecting'
    return { ...state, connection, failures: state.failures + 1 }
  }
  if (news.kind === 'opened') return { ...state, connection: 'open', failures: 0 }
  const { event, receivedAt } = news
  return {
    // a snapshot replaces everything, such as the report of a server that was started anew
    ...(event.type === 'snapshot' ? beforeConnection : state),
    connection: event.type === 'over' ? 'over' : 'open',
    failures: 0,
    aheadMs: Date.parse(event.now) - receivedAt,
    sessions: sessionsAfter(state.sessions, event),
    ...(event.type === 'over' && event.report && { report: event.report }),
    ...('notices' in event && event.notices && { notices: event.notices }),
  }
}

function sessionsAfter(sessions: readonly LiveSession[], event: LiveEvent): readonly LiveSession[] {
  if (event.type === 'snapshot' || event.type === 'over') return event.sessions
  if (event.type === 'notices') return sessions
  if (event.type === 'removed') return sessions.filter(({ id }) => id !== event.id)
  const { session } = event
  if (!sessions.some(({ id }) => id === session.id)) return [...sessions, session]
  return sessions.map((known) => (known.id === session.id ? session : known))
}

/** Milliseconds until a moment of the server's clock, 0 if it has passed; null if there is no moment. */
export function timeLeftMs(moment: string | null | undefined, aheadMs: number, now: number): number | null {
  return moment ? Math.max(0, Date.parse(moment) - (now + aheadMs)) : null
}

/**
 * Listens to the server's events. If the connection is lost, the browser itself connects again, also to a server that is started
 * anew at the same address. Call the returned function to end it.
 */
export function listen(source: LiveSource, onNews: (news: LiveNews) => void): () => void {
  const stream = new EventSource(source.eventsUrl)
  stream.onopen = () => onNews({ kind: 'opened' })
  stream.onerror = () => onNews({ kind: 'lost' })
  stream.onmessage = ({ data }) => {
    const event = JSON.parse(String(data)) as LiveEvent
    onNews({ kind: 'event', event, receivedAt: Date.now() })
  }
  return () => stream.close()
}

/** Sends a request about sessions to the server: a POST if it has a body. If it is refused, the error's message is the status. */
async function request(source: LiveSource, path: string, body?: object): Promise<Response> {
  const response = await fetch(source.sessionsUrl + path, {
    headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(String(response.status))
  return response
}

/**
 * Sends a request, and again whenever `inputs` change. Returns what it received last; null before. A request that fails
 * changes nothing, because the next change of the inputs sends another. Without `send` (null), the last result stays.
 */
export function useFetched<T>(send: (() => Promise<T>) | null, inputs: readonly unknown[]): T | null {
  const [fetched, setFetched] = useState<T | null>(null)
  useEffect(() => {
    let isCurrent = true
    send?.().then(
      (received) => isCurrent && setFetched(() => received), // as it is, also if it were a function
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, inputs)
  return fetched
}

export async function fetchSession(source: LiveSource, id: string): Promise<PageData> {
  return (await request(source, `/${encodeURIComponent(id)}`)).json()
}

/** Fetches the settings of a session's client, one a line, like `HOMOLOGA_BASE_URL=…`. Only the embedded service accepts the credentials. */
export async function fetchSettings(source: LiveSource, id: string): Promise<readonly string[]> {
  return (await request(source, `/${encodeURIComponent(id)}/settings`)).json()
}

/** Creates a session. Its credentials are only in the file that the response names. */
export async function createSession(
  source: LiveSource,
  name: string,
): Promise<{ id: string; envFile: string | null }> {
  return (await request(source, '', { name })).json()
}

/** Applies a lifecycle event to the session's application in the embedded service. */
export async function applyLifeEvent(source: LiveSource, id: string, event: LifeEvent): Promise<void> {
  await request(source, `/${encodeURIComponent(id)}/life`, { event })
}
