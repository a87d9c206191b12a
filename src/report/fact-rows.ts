import { type Catalogue, clauseText, fill } from '../words/catalogue.js'
import { canAccept } from './contract-lines.js'
import type { Words } from './look.js'
import type { Report, ReportFinding } from './report.js'

/** A fact of a finding that reports print below its message. */
export type Fact = 'expected' | 'actual' | 'hint' | 'clause' | 'route' | 'since' | 'exchange' | 'fingerprint'

/** Facts of a finding as rows of a label and a text. A fact that the finding does not have is left out. */
export function factRows(facts: readonly Fact[], finding: ReportFinding, report: Report, words: Catalogue) {
  const { clauses, ui } = words
  const texts: Readonly<Record<Fact, string | null>> = {
    ...finding,
    clause: clauseText(finding.clause, clauses),
    since: finding.since ? ui[`night.since.${finding.since}`] : null,
    // a user only needs the fingerprint to accept the finding
    fingerprint: canAccept(report) ? `${finding.fingerprint} (contract --accept)` : null,
  }
  return facts.flatMap((fact): [label: string, text: string][] => {
    const label = fact === 'since' ? ui['night.since'] : ui[`report.label.${fact}`]
    return texts[fact] ? [[label, texts[fact]]] : []
  })
}

/** `a consequence of auth/bearer`; null for a root, and if its root is not in the report. */
export function consequenceText(finding: ReportFinding, { findings }: Report, { catalogue, lang }: Words) {
  const root = findings.find(({ fingerprint }) => fingerprint === finding.consequenceOf)
  return root ? fill(catalogue.ui['report.consequenceOf'], { requirement: root.requirement }, lang) : null
}
