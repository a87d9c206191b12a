import type { RequirementId } from '../../specification/requirements.js'
import type { FindingCode } from '../../words/catalogue.js'
import type { Finding, Severity } from '../finding.js'
import { digestOf } from '../fingerprint.js'

/**
 * Drift is a difference between the current responses and the accepted baseline. These functions give its severity, by
 * requirement; null if it is not reported.
 */
export const driftRules: Readonly<Record<DriftRequirement, (difference: Difference) => Severity | null>> = {
  // an addition breaks no client that reads the fields it knows
  'drift/added': () => 'info',
  'drift/nullable': ({ evidence }) => gradeFirst(evidence.before.present),
  'drift/optional': ({ evidence }) => gradeFirst(evidence.before.of),
  'drift/removed': ({ evidence }) => gradeAbsence(evidence.before, evidence.now),
  'drift/status': ({ evidence }) => gradeFirst(evidence.before.of),
  // a whole number that gets decimals is still a number in JSON
  'drift/type': ({ code, evidence }) =>
    code === 'drift/type:widened' ? 'info' : gradeFirst(evidence.before.present),
  'drift/values': () => 'info',
}

/** Turns differences into findings, in their order. The service is to blame, because the requests are the same as before. */
export function judgeDrift(differences: readonly Difference[]): Finding[] {
  return differences.flatMap((difference) => {
    const requirement = difference.code.slice(0, difference.code.indexOf(':')) as DriftRequirement
    const severity = driftRules[requirement](difference)
    return severity === null ? [] : [findingOf(difference, requirement, severity)]
  })
}

function findingOf(difference: Difference, requirement: DriftRequirement, severity: Severity): Finding {
  const { code, route, status, path, before, now, evidence } = difference
  return {
    requirement,
    code,
    values: {
      path,
      status,
      before,
      now,
      beforePresent: evidence.before.present,
      beforeOf: evidence.before.of,
      nowPresent: evidence.now.present,
      nowOf: evidence.now.of,
    },
    severity,
    blame: 'service',
    step: null,
    route,
    exchange: null,
    consequenceOf: null,
    fingerprint: driftFingerprint(code, route, status, path),
  }
}

/** Identifies a difference from night to night. It does not depend on counts or values. */
export function driftFingerprint(
  code: string,
  route: string | null,
  status: number | null,
  path: string | null,
): string {
  return digestOf([code, route, status, path]).slice(0, 16)
}

/**
 * How sure a difference must be to be reported. Responses are samples: if two records lack a field, the service may have
 * changed, or the two may just be rare. Laplace's rule of succession gives the chance of such a sample if nothing changed.
 * Up to one of these chances the difference is an error; otherwise it is a warning, or not reported above `sometimes.warning`.
 */
interface MaxChances {
  /** For the absence of a field that every response in the baseline had. */
  readonly always: number
  /** For a field that only some responses had. Both are small, because many such fields are compared every night. */
  readonly sometimes: { readonly error: number; readonly warning: number }
  /** The number of observations on each side that an error needs, even if the chance is small enough. With 1, the chance alone decides. */
  readonly minObservations: number
}

/** With 0.1, a field that was always present needs eight observations, or a few on both sides. */
export const defaultMaxChances: MaxChances = {
  always: 0.1,
  sometimes: { error: 0.0001, warning: 0.01 },
  minObservations: 1,
}

/** Chance that a field seen `present` times in `of` is missing in each of the next `observations`, if nothing changed. */
export function chanceOfAbsence({ present, of }: Presence, observations: number): number {
  let chance = 1
  // a chance below 1e-12 is far below every limit
  for (let i = 0; i < observations && chance > 1e-12; i++) chance *= (of - present + 1 + i) / (of + 2 + i)
  return chance
}

/** Chance that the next observation is the first of its kind, after `observations` without one. */
export function chanceOfFirst(observations: number): number {
  return 1 / (observations + 2)
}

/** The severity if a field is absent from all responses; null if that is likely even without a change. */
export function gradeAbsence(before: Presence, now: Presence, max = defaultMaxChances): Severity | null {
  const chance = chanceOfAbsence(before, now.of)
  const wasAlwaysPresent = before.present === before.of
  if (!wasAlwaysPresent && chance > max.sometimes.warning) return null
  const isSure = chance <= (wasAlwaysPresent ? max.always : max.sometimes.error)
  return isSure && Math.min(before.of, now.of) >= max.minObservations ? 'error' : 'warning'
}

/** The severity if something occurs for the first time, after so many observations without it. */
export function gradeFirst(observations: number, max = defaultMaxChances): Severity {
  const isSure = chanceOfFirst(observations) <= max.always && observations >= max.minObservations
  return isSure ? 'error' : 'warning'
}

type DriftRequirement = Extract<RequirementId, `drift/${string}`>
export type DriftCode = Extract<FindingCode, `drift/${string}`>

/** How often something occurred (`present`) among the places where it could have occurred (`of`). */
export interface Presence {
  readonly present: number
  readonly of: number
}

/** A difference between the current responses and the accepted baseline, before it is judged. */
export interface Difference {
  readonly code: DriftCode
  readonly route: string
  /** The status of the responses that differ; null if the route itself differs. */
  readonly status: number | null
  /** `$.data[].id`; null if no place in a body differs. */
  readonly path: string | null
  /** The accepted and the current value, in the notation of the baseline: `integer`, `string|null`, `200`. */
  readonly before: string
  readonly now: string
  /** If a field has a new type or is null, `now.present` counts all its occurrences in the bodies that differ. */
  readonly evidence: { readonly before: Presence; readonly now: Presence }
}
