import type { Finding, Severity } from '../finding.js'
import { digestOf } from '../fingerprint.js'
import type { Difference, DriftRequirement } from './difference.js'
import { gradeAbsence, gradeFirst } from './evidence.js'

export type { Difference, DriftCode, DriftRequirement, Presence } from './difference.js'

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
  const { code, route, status: answered, path, before, now, evidence } = difference
  return {
    requirement,
    code,
    values: {
      path,
      status: answered,
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
    fingerprint: driftFingerprint(code, route, answered, path),
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
