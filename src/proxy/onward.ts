import type { Dispatcher } from 'undici'
import { announcedBytes } from '../client/answer-stream.js'
import { rawTexts } from '../client/raw-texts.js'
import {
  answerHeaders,
  areSame,
  type RawHeaders,
  rawHeader,
  requestHeaders,
  writableHeaders,
} from './headers.js'

/** A request's headers, and what goes on of them. */
export interface Asked {
  readonly raw: RawHeaders
  readonly onward: string[]
  readonly announcesBody: boolean
}

/** An answer's headers, and what goes on of them. */
export interface Answered {
  readonly raw: RawHeaders
  readonly onward: string[]
  /** Bytes of a body, where the status does not forbid one; Infinity where it ends in another way than by its length. */
  readonly announcedBytes: number
}

type Received = Dispatcher.DispatchController['rawHeaders']

/** Messages come with the very headers of one shortly before, but for a date: what was made of those is given again. */
export function askedBy(host: string): (raw: RawHeaders) => Asked {
  return remembering(
    (raw) => ({
      raw,
      onward: requestHeaders(raw, host),
      announcesBody:
        rawHeader(raw, 'content-length') !== null || rawHeader(raw, 'transfer-encoding') !== null,
    }),
    (raw, made) => areSame(raw, made.raw),
  )
}

/** The same of answers, the service's own addresses turned to ours. */
export function answeredBy(origin: string, ownAddress: () => string): (received: Received) => Answered {
  return remembering(
    (received: Received) => {
      const raw = rawTexts(received)
      return {
        raw,
        onward: writableHeaders(answerHeaders(raw, origin, ownAddress())),
        announcedBytes: announcedBytes(200, (name) => rawHeader(raw, name)),
      }
    },
    (received, made) => areTexts(received, made.raw),
  )
}

const MOST_REMEMBERED = 4

function remembering<Raw, Made>(
  make: (raw: Raw) => Made,
  isOf: (raw: Raw, made: Made) => boolean,
): (raw: Raw) => Made {
  const kept: Made[] = []
  let oldest = 0
  return (raw) => {
    for (const made of kept) if (isOf(raw, made)) return made
    const made = make(raw)
    kept[oldest] = made
    oldest = (oldest + 1) % MOST_REMEMBERED
    return made
  }
}

/** Whether the bytes are those texts. By hand: to make texts of all of them costs several times more. */
function areTexts(received: Received, texts: RawHeaders): boolean {
  if (!Array.isArray(received) || received.length !== texts.length) return false
  for (let i = 0; i < texts.length; i++) if (!isText(received[i] ?? '', texts[i] ?? '')) return false
  return true
}

function isText(one: Buffer | string, text: string): boolean {
  if (typeof one === 'string') return one === text
  if (one.length !== text.length) return false
  for (let i = 0; i < text.length; i++) if (one[i] !== text.charCodeAt(i)) return false
  return true
}
