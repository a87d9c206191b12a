import type { Exchange } from '../exchange/exchange.js'
import type { Note, RunHeader } from '../exchange/read-journal.js'
import { judgeRecording } from '../judging/judge-recording.js'
import type { Judged } from '../judging/judged.js'
import type { Finding } from '../rules/finding.js'
import { bling, type Profile, spec } from '../specification/profile.js'
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
  const inForce = profileOf(header.profile.name, report.verdict, causeOf(report, run.judged), report.cause)
  const isBuiltIn = [spec, bling].some(({ name }) => name === header.profile.name)
  const others = [spec, bling].filter(({ name }) => name !== header.profile.name)
  const graded = new Map<string, ReportProfile>([[inForce.name, inForce]])
  for (const profile of others) {
    const facts = { ...header, profile: servedAs(profile, header.profile) }
    const { judgement } = await judgeRecording({ facts, exchanges: exchanges(), notes })
    const sentence = messageOf(judgement.cause, catalogue, lang)
    graded.set(profile.name, profileOf(profile.name, judgement.verdict, judgement.cause, sentence))
  }
  const names = [spec.name, bling.name, ...(isBuiltIn ? [] : [inForce.name])]
  return names.flatMap((name) => graded.get(name) ?? [])
}

function profileOf(
  name: string,
  verdict: Report['verdict'],
  finding: Pick<Finding, 'requirement'> | null,
  cause: string | null,
): ReportProfile {
  return { name, verdict, cause, requirement: finding?.requirement ?? null }
}

function causeOf({ verdict }: Report, { judgement }: Judged): Pick<Finding, 'requirement'> | null {
  return verdict === 'fail' ? judgement.cause : null
}

function servedAs(profile: Profile, { hash }: Profile): Profile {
  return { ...profile, hash: { ...profile.hash, header: hash.header } }
}
