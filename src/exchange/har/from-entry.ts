import { type Exchange, type Gap, type Header, headerValue } from '../exchange.js'
import { type Masker, record } from '../masking.js'
import type { RawExchange } from '../raw.js'
import { withAttached } from './attached.js'
import { channelOf, type EntryContext } from './entry-address.js'
import { failureOf } from './entry-failure.js'
import { messagesOf } from './entry-messages.js'
import { timesOf, wallMs } from './entry-times.js'
import { isCrossedOut, isLeftOut } from './left-out.js'
import { asLoose, type Loose, number, type Parts, text } from './loose.js'
import { isOwn, ownExchange } from './own-entry.js'
import type { Relay } from './through-worker.js'

/** A foreign or own entry before it got its place in the order. */
export interface ReadEntry {
  /** Wall clock in milliseconds, fractions as written; NaN where the entry tells none. */
  readonly startedMs: () => number
  readonly relay: Relay
  /** Makes the exchange, masked. `originMs` is the first request's wall clock. */
  toExchange(id: string, originMs: number, masker: Masker): Exchange
}

/**
 * Reads one entry. null: it is not an HTTP exchange (`data:`, `chrome-extension:`, a web socket), or it is a request
 * to another service that has no response. `no-response`: a request to the service that may never have been sent, or
 * may have had any response.
 */
export function readEntry(entry: unknown, context: EntryContext): ReadEntry | 'no-response' | null {
  const { request, response, startedDateTime, _homologa } = asLoose(entry)
  const written = { entry: asLoose(entry), request: asLoose(request), response: asLoose(response) }
  const parts = withAttached(written, context.attached)
  const url = text(parts.request.url)
  if (!/^https?:\/\//i.test(url) || isFromCache(parts.entry)) return null
  const startedMs = () => wallMs(text(startedDateTime))
  if (isOwn(_homologa))
    return {
      startedMs,
      relay: noRelay,
      toExchange: (_id, _originMs, masker) => ownExchange(parts, _homologa, masker),
    }
  if (!hasStatus(parts) && failureOf(parts) === null)
    return channelOf(parts.request, context) === 'elsewhere' ? null : 'no-response'
  const relay = relayOf(parts, startedMs())
  return { startedMs, relay, toExchange: foreignExchange(parts, context, relay.startedMs) }
}

function hasStatus({ response }: Parts): boolean {
  return (number(response.status) ?? 0) > 0
}

const noRelay: Relay = { isThroughWorker: false, asks: '', startedMs: Number.NaN, endedMs: Number.NaN }

function relayOf({ entry, request, response }: Parts, startedMs: number): Relay {
  return {
    isThroughWorker: response._fetchedViaServiceWorker === true,
    asks: `${text(request.method)} ${text(request.url)}`,
    startedMs,
    endedMs: startedMs + (number(entry.time) ?? 0),
  }
}

/** Whether a browser took the answer from its own cache, so that nothing was sent. */
function isFromCache({ _fromCache }: Loose): boolean {
  return text(_fromCache) !== ''
}

function foreignExchange(parts: Parts, context: EntryContext, startedMs: number): ReadEntry['toExchange'] {
  return (id, originMs, masker) => {
    const channel = channelOf(parts.request, context)
    const { request, answer } = messagesOf(parts, channel, context)
    const times = timesOf(parts.entry, startedMs, originMs)
    const gaps = new Set<Gap>()
    if (request.body?.flaw === 'not-recorded') gaps.add('request-bodies')
    if (answer?.body?.flaw === 'not-recorded') gaps.add('answer-bodies')
    if (request.headers.length === 0 || answer?.headers.length === 0) gaps.add('headers')
    if (hidesHash([...request.headers, ...(answer?.headers ?? [])])) gaps.add('headers')
    if (hidesAuthorization(request.headers, context)) gaps.add('authorization')
    for (const gap of times.gaps) gaps.add(gap)
    const raw: RawExchange = {
      id,
      source: 'recording',
      channel,
      session: null,
      step: null,
      request: { ...request, method: request.method.toUpperCase() },
      answer,
      failure: answer ? null : failureOf(parts),
      startedAt: times.startedAt,
      sentAtMs: times.sentAtMs,
      answeredAtMs: answer ? times.answeredAtMs : null,
      gaps: [...gaps],
    }
    return record(raw, masker)
  }
}

function hidesAuthorization(headers: readonly Header[], context: EntryContext): boolean {
  const value = headerValue(headers, 'authorization')
  return value === null ? !context.shows.authorization : isLeftOut(value)
}

/** The hash of the procedure, which some tools take for a secret. */
function hidesHash(headers: readonly Header[]): boolean {
  return headers.some(([name, value]) => HASH_HEADER.test(name) && isCrossedOut(value.trim()))
}

const HASH_HEADER = /-homologacao$/i
