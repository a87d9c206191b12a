import type { Masker } from '../exchange/masking.js'
import type { ApplicationJudgement, OpenItem } from '../rules/application/index.js'
import { type Finding, isRootError, type Judgement } from '../rules/finding.js'
import { requirementIds } from '../specification/requirements.js'
import type { RecordedRun } from './recorded-work.js'

/**
 * Masks the texts from the registration, because people may have written something there that must not be in a
 * report.
 */
export function masked(judgement: ApplicationJudgement, masker: Masker): ApplicationJudgement {
  const safe = (values: Finding['values']) => {
    const entries = Object.entries(values)
    return Object.fromEntries(
      entries.map(([name, value]) => [name, typeof value === 'string' ? masker.maskText(value) : value]),
    )
  }
  return {
    ...judgement,
    findings: judgement.findings.map((finding) => ({ ...finding, values: safe(finding.values) })),
    open: judgement.open.map((item) => ({ ...item, values: safe(item.values) })),
  }
}

/** The missing parts of the five steps. A run that failed is not missing, because its findings say what is wrong. */
export function openOfRun(run: RecordedRun | null): OpenItem[] {
  const item = (code: 'no-run' | 'run-by-homologa' | 'run-incomplete'): OpenItem[] => [
    { requirement: 'homologation/complete', code, values: { run: run?.path ?? null } },
  ]
  if (run === null) return item('no-run')
  if (run.isOurOwn) return item('run-by-homologa')
  return run.judgement.verdict === 'incomplete' ? item('run-incomplete') : []
}

/** The five steps first: without them nothing else matters. */
export function together(
  application: ApplicationJudgement,
  run: RecordedRun | null,
  open: readonly OpenItem[],
): Judgement {
  const counted = run && !run.isOurOwn ? run.judgement : null
  const findings = [...(counted?.findings ?? []), ...application.findings]
  const hasFailed = counted?.verdict === 'fail' || application.findings.some(isRootError)
  const tested = new Set([...(counted?.coverage.requirements.tested ?? []), ...application.tested])
  const untested = requirementIds
    .filter((id) => !tested.has(id))
    .map((id) => ({
      id,
      reason: `review.untested.${id.startsWith('application/') ? 'open' : 'not-reviewed'}`,
    }))
  return {
    verdict: hasFailed ? 'fail' : open.length > 0 ? 'incomplete' : 'pass',
    cause: counted?.cause ?? findings.find(isRootError) ?? null,
    steps: counted?.steps ?? [],
    findings,
    readings: counted?.readings ?? [],
    coverage: {
      requirements: { tested: [...tested], untested },
      routes: counted?.coverage.routes ?? { exercised: [], notExercised: [] },
    },
  }
}
