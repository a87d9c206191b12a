import { compareRuns } from '../report/compare-runs.js'
import { renderComparisonJson, renderComparisonText } from '../report/render-comparison.js'
import type { ExitStatus, Invocation } from './command.js'
import { readReport } from './kept-report.js'

/** Compares two kept runs; fails where an error is new. */
export async function run({ args, settings, io, catalogue, lang }: Invocation): Promise<ExitStatus> {
  const [before = '', after = ''] = args
  const comparison = compareRuns(
    await readReport(before, settings.cwd),
    await readReport(after, settings.cwd),
  )
  const text = settings.json
    ? renderComparisonJson(comparison)
    : renderComparisonText(comparison, catalogue, lang)
  io.out(text.endsWith('\n') ? text : `${text}\n`)
  return comparison.added.some(({ severity }) => severity === 'error') ? 1 : 0
}
