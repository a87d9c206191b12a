import { isMadeUp, type Part, textOfPart } from '../chunks.js'
import { wallMs } from './entry-times.js'

/** Entries held back to be put in order: some tools write them as they end, or by another column. */
const MAX_HELD = 4096
const MAX_HELD_CHARS = 12 * 1024 * 1024

/**
 * An entry as written: parsed, or as texts of their own, thousands of them would keep the collector of garbage busier than all else.
 * `startedMs`: NaN for ours as well, whose order is that of the file.
 */
interface Held {
  readonly startedMs: number
  readonly number: number
  readonly chars: number
  /** Whether it may be one that we wrote. */
  readonly isOurs: boolean
  /** Whether some of its bytes are not UTF-8. */
  readonly isMadeUp: boolean
  /** Its bytes, or its text where it may stay for long, or is asked for at once. */
  written: Part | string
}

/** An entry whose turn has come. */
export interface Due extends Pick<Held, 'number' | 'isOurs' | 'isMadeUp'> {
  readonly text: string
}

/** Puts entries in the order of time, and of the file among equals. Our own and those without a time stay where they came. */
export class InOrder {
  readonly #held: Held[] = []
  /** The entries before it are done; they are dropped together. */
  #first = 0
  #chars = 0

  get isEmpty(): boolean {
    return this.#held.length === this.#first
  }

  /** Whether the first comes before all that may follow: too many are held to wait for more, or it tells no time to be sorted by. */
  get isSettled(): boolean {
    const length = this.#held.length - this.#first
    if (length > MAX_HELD || (this.#chars > MAX_HELD_CHARS && length > 1)) return true
    return Number.isNaN(this.#held[this.#first]?.startedMs)
  }

  /**
   * Skips an exact duplicate, because an entry that two exports share is one exchange. A late entry may wait for
   * long, so it is copied out of its chunk.
   */
  add(number: number, part: Part): void {
    const one = heldOf(number, part)
    const held = this.#held
    let at = held.length
    while (at > this.#first && (held[at - 1]?.startedMs ?? 0) > one.startedMs) at--
    for (let i = at - 1; i >= this.#first && held[i]?.startedMs === one.startedMs; i--)
      if (isSame(held[i] as Held, one)) return
    if (at === held.length) held.push(one)
    else {
      for (const overtaken of held.slice(at)) textOf(overtaken)
      held.splice(at, 0, one)
    }
    this.#chars += one.chars
  }

  /** The first, which there must be. */
  take(): Due {
    const one = this.#held[this.#first++] as Held
    const { number, isOurs, isMadeUp } = one
    const text = textOf(one)
    this.#chars -= one.chars
    one.written = ''
    if (this.#first > MAX_GONE) {
      this.#held.splice(0, this.#first)
      this.#first = 0
    }
    return { number, isOurs, isMadeUp, text }
  }
}

/** To throw each away by itself moves all the others. */
const MAX_GONE = 256

const STARTED = /"startedDateTime"\s*:\s*"([^"\\]{1,64})"/
/** Nearly every text holds thousands of quotation marks, and no such line. */
const OWN_NAME = '_homologa'
const OWN = `"${OWN_NAME}"`

function heldOf(number: number, part: Part): Held {
  const text = textOfPart(part)
  const isOurs = text.includes(OWN_NAME) && text.includes(OWN)
  const startedMs = isOurs ? Number.NaN : startOf(text)
  const written = Number.isNaN(startedMs) ? text : part
  return { startedMs, number, chars: text.length, isOurs, isMadeUp: isMadeUp(text, part), written }
}

/** When an entry of others began; NaN for those that do not tell. */
function startOf(text: string): number {
  const written = STARTED.exec(text)?.[1]
  return written === undefined ? Number.NaN : wallMs(written)
}

/** Its text, which is kept from here on in place of its bytes. */
function textOf(one: Held): string {
  if (typeof one.written !== 'string') one.written = textOfPart(one.written)
  return one.written
}

function isSame(one: Held, other: Held): boolean {
  return one.chars === other.chars && textOf(one) === textOf(other)
}
