/** How long the bodies of one exchange may take. */
export interface TimeLimit {
  /** Monotonic milliseconds. */
  readonly clock: { now(): number }
  readonly mostMs: number
}

/** The time is over; what was not masked by then must not be kept. */
export class OutOfTime extends Error {}

/** Begins now. What it answers with throws {@link OutOfTime} once the time is over. */
export function beginLimit(limit: TimeLimit | null): () => void {
  if (limit === null) return () => undefined
  const { clock, mostMs } = limit
  const untilMs = clock.now() + mostMs
  return () => {
    if (clock.now() > untilMs) throw new OutOfTime()
  }
}
