import type { Severity } from '../rules/finding.js'

/** Severities of the user's own, by requirement (`drift/added`) or exact code (`drift/type:widened`); `off` drops them. */
export type Severities = Readonly<Record<string, Severity | 'off'>>

/** The findings with the user's severities. The code, being narrower, wins over the requirement. */
export function overrideSeverities<F extends { readonly code: string; readonly severity: Severity }>(
  findings: readonly F[],
  severities: Severities,
): F[] {
  return findings.flatMap((finding) => {
    const requirement = finding.code.split(':', 1)[0] ?? finding.code
    const chosen = severities[finding.code] ?? severities[requirement] ?? finding.severity
    return chosen === 'off' ? [] : [{ ...finding, severity: chosen }]
  })
}
