import type { Exchange } from '../exchange/exchange.js'
import type { Note, RunHeader } from '../exchange/read-journal.js'
import { judgeRecording } from '../judging/judge-recording.js'
import type { Judged } from '../judging/judged.js'
import type { Finding } from '../rules/finding.js'
import { bling, spec } from '../specification/profile.js'
import type { Catalogue, Lang } from '../words/catalogue.js'
import type { Report, ReportProfile } from './report.js'
import { messageOf } from './report-of.js'

/** A run that was judged under the profile in force. */
export interface ProfiledRun {
  readonly header: RunHeader
  readonly judged: Judged
  readonly notes: readonly Note[]
  /** The exchanges from the first, afresh on each call. */
  readonly exchanges: () => Iterable<Exchange> | AsyncIterable<Exchange>
}

/**
 * How the same traffic does under each built-in profile, and under the one in force if that is the user's own. Empty for traffic without
 * the five steps. The header that carries the hash is the service's, not the reader's choice, so it stays that of the run.
 */
export async function profilesOf(
  run: ProfiledRun,
  report: Report,
  catalogue: Catalogue,
  lang: Lang,
): Promise<ReportProfile[]> {
  const { header, notes, exchanges } = run
  if (!report.steps.some((step) => step.id.startsWith('homologation/') && step.exchanges.length > 0))
    return []
  const requirementOf = (finding: Pick<Finding, 'requirement'> | null) => finding?.requirement ?? null
  const { verdict, cause } = report
  const inForce: ReportProfile = {
    name: header.profile.name,
    verdict,
    cause,
    requirement: requirementOf(verdict === 'fail' ? run.judged.judgement.cause : null),
  }
  const profiles: ReportProfile[] = []
  for (const profile of [spec, bling]) {
    if (profile.name === inForce.name) {
      profiles.push(inForce)
      continue
    }
    const hash = { ...profile.hash, header: header.profile.hash.header }
    const facts = { ...header, profile: { ...profile, hash } }
    const { judgement } = await judgeRecording({ facts, exchanges: exchanges(), notes })
    profiles.push({
      name: profile.name,
      verdict: judgement.verdict,
      requirement: requirementOf(judgement.cause),
      cause: messageOf(judgement.cause, catalogue, lang),
    })
  }
  return profiles.includes(inForce) ? profiles : [...profiles, inForce]
}
