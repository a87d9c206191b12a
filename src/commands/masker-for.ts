import { createMasker, type Masker } from '../exchange/masking.js'
import { TIMEOUT_MS } from '../specification/profile.js'
import type { Invocation } from './invocation.js'

/** A masker that keeps as much as `--max-body` says, and takes no longer over an exchange than its request may. */
export function maskerFor({ clock, settings }: Pick<Invocation, 'clock' | 'settings'>): Masker {
  const { maxBodyBytes, timeoutMs } = settings
  return createMasker({ maxBodyBytes, time: { clock, mostMs: timeoutMs } })
}

/** One for requests that may take so many milliseconds. */
export function maskerWithin(timeoutMs = TIMEOUT_MS): Masker {
  return createMasker({ time: { clock: performance, mostMs: timeoutMs } })
}
