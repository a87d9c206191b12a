import type { Exchange } from '../exchange/exchange.js'
import type { Note, RunHeader } from '../exchange/read-journal.js'
import { judgeRecording } from '../judging/judge-recording.js'
import type { Judged } from '../judging/judged.js'
import type { Finding } from '../rules/finding.js'
import { bling, spec } from '../specification/profile.js'
import type { Words } from './look.js'
import type { Report, ReportProfile } from './report.js'
import { messageOf } from './report-of.js'

/** A run that was judged under the profile in force. */
export interface ProfiledRun {
  readonly header: RunHeader
  readonly judged: Judged
  readonly notes: readonly Note[]
  /** Reads the exchanges from the first one, anew at each call. */
  readonly exchanges: () => Iterable<Exchange> | AsyncIterable<Exchange>
}

/**
 * Judges the same traffic under each built-in profile, and adds the profile in force if it is the user's own. Returns
 * nothing for traffic without the five steps. The service decides which header carries the hash, so that header is the
 * run's under every profile.
 */
export async function profilesOf(run: ProfiledRun, report: Report, words: Words): Promise<ReportProfile[]> {
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
      cause: messageOf(judgement.cause, words),
    })
  }
  return profiles.includes(inForce) ? profiles : [...profiles, inForce]
}
