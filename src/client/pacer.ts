import { type Clock, LAST_STRETCH_MS, systemClock } from '../node/clock.js'

/**
 * One pacer for everything that talks to one account.
 *
 * Spacing is kept at the service, whatever the network's jitter: a wait begins when the answer has arrived, for no
 * request reached the service later than its answer reached us. The rate is kept likewise. A turn is never early,
 * though timers can fire a fraction early, and late by milliseconds at most. §Limits
 */
export interface Pacer {
  /** The wait in force, in milliseconds. */
  readonly spacingMs: number
  /**
   * Resolves when the next request may leave, in the order of asking, or `readyMs` before, so that it can be made ready; its own
   * promise is to be awaited last. Both reject with the signal's reason.
   */
  turn(signal?: AbortSignal): Promise<Turn>
  /** Marks that the oldest request under way has ended, now or at `atMs` of the clock: its answer arrived, or none will. */
  answered(atMs?: number | null): void
  /** When the next turn comes, by the clock; null while a request is under way that it must await. */
  waitsUntil(): number | null
  /** Changes the wait from the last answer on. */
  respace(spacingMs: number): void
  /** No turn before this moment of the clock, whatever else allows it (`Retry-After`). */
  holdUntil(atMs: number): void
}

export interface Turn {
  /** Resolves when the request may leave. */
  due(): Promise<void>
}

interface Waiting {
  readonly signal: AbortSignal | undefined
  readonly onSoon?: (() => void) | undefined
  /** Longest single sleep. */
  readonly mostMs?: number
}

export interface PacerOptions {
  readonly clock: Clock
  /** Milliseconds from an answer's arrival to the next request. With more than 0, requests never overlap. */
  readonly spacingMs: number
  /** Most requests in any sliding second at the service; null or left out: no limit. */
  readonly ratePerSecond?: number | null
  /** Moment of the clock of the account's last answer, where an earlier run's is known. */
  readonly lastAnsweredMs?: number | null
  /** Called half a second before a turn that is longer in coming, once or more: what the request will need can be made ready. */
  readonly onSoon?: () => void
  /** Milliseconds before a request may leave at which its turn begins; only where requests are spaced. Default: 0. */
  readonly readyMs?: number
}

/** Long enough for a connection to open, and short enough that nobody closes it again meanwhile. */
const SOON_MS = 500

/** The part of the allowed rate that is asked for; what timers lose leaves 98 % of it. */
const FILLED = 0.99

export function createPacer(options: PacerOptions): Pacer {
  const { clock, onSoon, readyMs = 0 } = options
  const rate = rateWindow(options.ratePerSecond ?? null)
  const throttle = lazyThrottle(rate, clock)
  /** When each of the last requests had surely reached the service; null while it is under way. */
  const arrivals: { knownByMs: number | null }[] = []
  const arrivalWaiters: (() => void)[] = []
  let spacingMs = options.spacingMs
  let lastAnsweredMs = options.lastAnsweredMs ?? null
  let heldUntilMs = Number.NEGATIVE_INFINITY
  let queue: Promise<unknown> = Promise.resolve()

  const blocking = () =>
    spacingMs > 0
      ? arrivals.some(({ knownByMs }) => knownByMs === null)
      : arrivals.at(-rate.limit)?.knownByMs === null

  const opensAtMs = () => {
    const spaced =
      lastAnsweredMs === null || spacingMs === 0 ? Number.NEGATIVE_INFINITY : lastAnsweredMs + spacingMs
    const oldest = arrivals.at(-rate.limit)?.knownByMs ?? null
    const rated = oldest === null ? Number.NEGATIVE_INFINITY : oldest + rate.windowMs
    return Math.max(spaced, rated, heldUntilMs)
  }

  /** Timers can fire early, and what is waited for can move. */
  const until = async (
    atMs: () => number,
    { signal, onSoon, mostMs = Number.POSITIVE_INFINITY }: Waiting,
  ) => {
    for (let leftMs = atMs() - clock.now(); leftMs > 0; leftMs = atMs() - clock.now()) {
      const isFarOff = onSoon !== undefined && leftMs > SOON_MS
      await clock.sleep(Math.min(isFarOff ? leftMs - SOON_MS : leftMs, mostMs), signal)
      if (isFarOff) onSoon()
    }
    signal?.throwIfAborted()
  }

  const wait = async (signal?: AbortSignal) => {
    signal?.throwIfAborted()
    while (blocking()) await heard(arrivalWaiters, signal)
    await throttle(signal)
    const aheadMs = spacingMs > 0 ? readyMs : 0
    await until(() => opensAtMs() - aheadMs, { signal, onSoon })
    const opensMs = opensAtMs()
    arrivals.push({ knownByMs: null })
    if (arrivals.length > Math.max(rate.kept, 64) && arrivals[0]?.knownByMs !== null) arrivals.shift()
    return { due: () => until(() => Math.max(opensMs, heldUntilMs), { signal, mostMs: LAST_STRETCH_MS }) }
  }

  return {
    get spacingMs() {
      return spacingMs
    },
    turn(signal) {
      const turn = queue.then(() => wait(signal))
      queue = turn.catch(() => undefined)
      return turn
    },
    answered(atMs) {
      const oldest = arrivals.find(({ knownByMs }) => knownByMs === null)
      lastAnsweredMs = Math.max(atMs ?? clock.now(), lastAnsweredMs ?? Number.NEGATIVE_INFINITY)
      if (oldest) oldest.knownByMs = lastAnsweredMs
      for (const hear of arrivalWaiters.splice(0)) hear()
    },
    waitsUntil: () => (blocking() ? null : Math.max(opensAtMs(), clock.now())),
    respace(ms) {
      spacingMs = ms
    },
    holdUntil(atMs) {
      heldUntilMs = Math.max(heldUntilMs, atMs)
    },
  }
}

interface RateWindow {
  /** Most requests within the window; infinite where there is no limit. */
  readonly limit: number
  readonly windowMs: number
  readonly kept: number
}

/** A rate below one a second stretches the window; the millisecond is for rounding at the service. */
function rateWindow(perSecond: number | null): RateWindow {
  if (perSecond === null) return { limit: Number.POSITIVE_INFINITY, windowMs: 0, kept: 0 }
  const limit = Math.max(1, Math.floor(perSecond))
  return { limit, windowMs: Math.max(1000, 1000 / perSecond) + 1, kept: limit + 1 }
}

/**
 * p-throttle keeps real time, so it serves the system's clock alone. It is loaded by the first turn. It reads the clock on the wall: where that
 * was put back it would hold each turn for as long, so one that holds a turn for more than its interval is replaced. Turns come one after the
 * other, and the window holds the rate as well.
 */
function lazyThrottle(rate: RateWindow, clock: Clock): (signal?: AbortSignal) => Promise<void> {
  if (!Number.isFinite(rate.limit) || clock !== systemClock) return async () => undefined
  const interval = rate.windowMs / FILLED
  let throttled: ReturnType<typeof load> | null = null
  const load = async () => {
    const { default: pThrottle } = await import('p-throttle')
    return pThrottle({ limit: rate.limit, interval, strict: true })((turn: { isFree: boolean }) => {
      turn.isFree = true
    })
  }
  return async (signal) => {
    throttled ??= load()
    const next = await throttled
    const turn = { isFree: false }
    const free = next(turn)
    if (turn.isFree) return
    const passed = new AbortController()
    const ends = AbortSignal.any(signal ? [signal, passed.signal] : [passed.signal])
    const isStuck = clock.sleep(interval, ends).then(() => {
      throttled = null
    })
    await Promise.race([free, isStuck])
    passed.abort()
  }
}

function heard(waiters: (() => void)[], signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal?.reason)
    signal?.addEventListener('abort', leave, { once: true })
    waiters.push(() => {
      signal?.removeEventListener('abort', leave)
      resolve()
    })
  })
}
