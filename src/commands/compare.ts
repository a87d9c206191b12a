import { compareRuns } from '../report/compare-runs.js'
import { renderComparisonJson, renderComparisonText } from '../report/render-comparison.js'
import type { Invocation } from './invocation.js'
import { readReport } from './kept-report.js'
import type { Outcome } from './outcome.js'

/** Compares two kept runs; fails where an error is new. */
export async function run({ args, settings }: Invocation): Promise<Outcome> {
  const [before = '', after = ''] = args
  const comparison = compareRuns(
    await readReport(before, settings.cwd),
    await readReport(after, settings.cwd),
  )
  return {
    ending: comparison.added.some(({ severity }) => severity === 'error') ? 'fail' : 'pass',
    answer: {
      data: JSON.parse(renderComparisonJson(comparison)),
      lines: ({ catalogue, lang }) => renderComparisonText(comparison, catalogue, lang).trimEnd().split('\n'),
    },
  }
}
