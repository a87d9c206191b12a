import type { Finding } from '../finding.js'
import { digestOf } from '../fingerprint.js'
import { added } from './added.js'
import type { Difference, DriftRequirement } from './difference.js'
import type { DriftRule } from './drift-rule.js'
import { nullable } from './nullable.js'
import { optional } from './optional.js'
import { removed } from './removed.js'
import { status } from './status.js'
import { type } from './type.js'
import { values } from './values.js'

export type { Difference, DriftCode, DriftRequirement, Presence } from './difference.js'

/** The rules of drift. Adding one is one file and one line here. */
export const driftRules = {
  'drift/added': added,
  'drift/nullable': nullable,
  'drift/optional': optional,
  'drift/removed': removed,
  'drift/status': status,
  'drift/type': type,
  'drift/values': values,
} as const satisfies { [Id in DriftRequirement]: DriftRule }

/** Turns differences into findings, gravest first as they came. Blame is the service's: the client asked as before. */
export function judgeDrift(differences: readonly Difference[]): Finding[] {
  return differences.flatMap((difference) => {
    const requirement = difference.code.slice(0, difference.code.indexOf(':')) as DriftRequirement
    const severity = driftRules[requirement].grade(difference)
    return severity === null ? [] : [findingOf(difference, requirement, severity)]
  })
}

function findingOf(
  difference: Difference,
  requirement: DriftRequirement,
  severity: Finding['severity'],
): Finding {
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
