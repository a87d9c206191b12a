import type { RequirementId } from '../../specification/requirements.js'
import type { FindingCode } from '../../words/catalogue.js'
import type { Finding, Severity } from '../finding.js'
import { digestOf } from '../fingerprint.js'

/** The severity of a difference for each requirement; null if the difference is not reported. */
export const driftRules: Readonly<Record<DriftRequirement, (difference: Difference) => Severity | null>> = {
  // an addition is reported but never counts as an error
  'drift/added': () => 'info',
  'drift/nullable': ({ evidence }) => gradeFirst(evidence.before.present),
  'drift/optional': ({ evidence }) => gradeFirst(evidence.before.of),
  'drift/removed': ({ evidence }) => gradeAbsence(evidence.before, evidence.now),
  'drift/status': ({ evidence }) => gradeFirst(evidence.before.of),
  // A whole number that gets decimals is still a number: JSON knows one kind.
  'drift/type': ({ code, evidence }) =>
    code === 'drift/type:widened' ? 'info' : gradeFirst(evidence.before.present),
  'drift/values': () => 'info',
}

/** Turns differences into findings, gravest first as they came. Blame is the service's: the client asked as before. */
export function judgeDrift(differences: readonly Difference[]): Finding[] {
  return differences.flatMap((difference) => {
    const requirement = difference.code.slice(0, difference.code.indexOf(':')) as DriftRequirement
    const severity = driftRules[requirement](difference)
    return severity === null ? [] : [findingOf(difference, requirement, severity)]
  })
}

function findingOf(difference: Difference, requirement: DriftRequirement, severity: Severity): Finding {
  const { code, route, status: responded, path, before, now, evidence } = difference
  return {
    requirement,
    code,
    values: {
      path,
      status: responded,
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
    fingerprint: driftFingerprint(code, route, responded, path),
  }
}

/** Stable from night to night: what differs and where, no counts and no values. */
export function driftFingerprint(
  code: string,
  route: string | null,
  status: number | null,
  path: string | null,
): string {
  return digestOf([code, route, status, path]).slice(0, 16)
}

/**
 * How much a difference rests on. Responses are samples: a field that two records did not have may have changed, or those
 * two may just be rare. The rule of succession says how likely a sample is if nothing changed; the less likely, the surer
 * the change. What is not sure is a warning.
 */
interface Doubt {
  /** Chance that nothing changed, up to which an always present thing's absence is an error. */
  readonly always: number
  /** The same for a field that was only sometimes present: small, because many such fields are compared every night. */
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

type DriftRequirement = Extract<RequirementId, `drift/${string}`>
export type DriftCode = Extract<FindingCode, `drift/${string}`>

/** How often something was there, in how many places where it could have been. */
export interface Presence {
  readonly present: number
  readonly of: number
}

/** A difference between the current responses and the accepted baseline. It is a fact that has not been judged. */
export interface Difference {
  readonly code: DriftCode
  readonly route: string
  /** Status whose body it is about; null where the route itself differs. */
  readonly status: number | null
  /** `$.data[].id`; null where no place in a body is concerned. */
  readonly path: string | null
  /** The accepted and the current value, in the notation of the baseline: `integer`, `string|null`, `200`. */
  readonly before: string
  readonly now: string
  /** For new kinds and nulls `now.present` counts every occurrence of the place in the deviating bodies. */
  readonly evidence: { readonly before: Presence; readonly now: Presence }
}
