import type { Severity } from '../finding.js'
import type { Presence } from './difference.js'

/**
 * How much a difference rests on. Answers are samples: a field that two records did not have may have changed, or those
 * two may just be rare. The rule of succession says how likely a sample is if nothing changed; the less likely, the surer
 * the change. What is not sure is a warning.
 */
interface Doubt {
  /** Chance that nothing changed, up to which an always present thing's absence is an error. */
  readonly always: number
  /**
   * The same chance for a field that was only sometimes present. It must be small because many such fields are
   * compared every night.
   */
  readonly sometimes: { readonly error: number; readonly warning: number }
  /** The minimum number of observations on each side for an error, even if the chance is small enough. */
  readonly minObservations: number
}

/** Up to one in ten: an always present field needs eight observations, or a few on both sides. */
export const defaultDoubt: Doubt = {
  always: 0.1,
  sometimes: { error: 0.0001, warning: 0.01 },
  minObservations: 1,
}

/** Chance that a place seen `present` times in `of` is missing in each of the next `observations`, if nothing changed. */
export function chanceOfAbsence({ present, of }: Presence, observations: number): number {
  let chance = 1
  for (let i = 0; i < observations && chance > 1e-12; i++) chance *= (of - present + 1 + i) / (of + 2 + i)
  return chance
}

/** Chance that the next observation is the first of its kind, after `observations` without one. */
export function chanceOfFirst(observations: number): number {
  return 1 / (observations + 2)
}

/** How grave the full absence of a field is; null where it was to be expected. */
export function gradeAbsence(before: Presence, now: Presence, doubt = defaultDoubt): Severity | null {
  const chance = chanceOfAbsence(before, now.of)
  const always = before.present === before.of
  if (!always && chance > doubt.sometimes.warning) return null
  const sure = chance <= (always ? doubt.always : doubt.sometimes.error)
  return sure && Math.min(before.of, now.of) >= doubt.minObservations ? 'error' : 'warning'
}

/** How grave the first sight of something is that the baseline never saw in so many observations. */
export function gradeFirst(observations: number, doubt = defaultDoubt): Severity {
  const sure = chanceOfFirst(observations) <= doubt.always && observations >= doubt.minObservations
  return sure ? 'error' : 'warning'
}
