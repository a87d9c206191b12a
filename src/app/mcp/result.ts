import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { drawEnding } from '../../report/ending.js'
import type { Look } from '../../report/look.js'
import { brief } from '../../report/safe-text.js'
import { isRootError } from '../../rules/finding.js'
import type { Outcome, ShownRun } from '../outcome.js'

const problem = z.object({
  requirement: z.string(),
  route: z.string().nullable(),
  message: z.string(),
  fix: z.string(),
})

/** Structured content of a run: its verdict, the first cause with its fix, and little more. The report has the rest. */
export const runResult = {
  verdict: z.enum(['pass', 'fail', 'incomplete']),
  cause: z.string().nullable(),
  requirement: z.string().nullable(),
  route: z.string().nullable(),
  expected: z.string().nullable(),
  actual: z.string().nullable(),
  diff: z.array(z.object({ part: z.string(), sent: z.string().nullable(), correct: z.string().nullable() })),
  fix: z.string().nullable(),
  problems: z.array(problem).describe('Further root errors.'),
  profiles: z.array(z.object({ name: z.string(), verdict: z.string() })),
  files: z.array(z.string()),
  notes: z
    .array(z.string())
    .optional()
    .describe('What kept the run from a verdict, and output of the command.'),
}

const MOST_PROBLEMS = 8
const MOST_NOTES = 20
const MOST_DIFF_LINES = 40

/** Shows an outcome as the terminal does, and beside it as data. `notes` are shown unless the run passed. */
export function resultOf({ run, response }: Outcome, notes: readonly string[], look: Look): CallToolResult {
  if (!run) {
    const text = (response?.lines(look) ?? []).join('\n')
    const data = response?.data as Record<string, unknown> | undefined
    return { content: [{ type: 'text', text }], ...(data && { structuredContent: data }) }
  }
  const shown = run.report.verdict === 'pass' ? [] : notes.slice(-MOST_NOTES).map(brief)
  const lines = [...drawEnding(run, look), ...(shown.length > 0 ? ['', ...shown] : [])]
  return {
    content: [{ type: 'text', text: lines.join('\n').trim() }],
    structuredContent: { ...dataOf(run), ...(shown.length > 0 && { notes: shown }) },
  }
}

function dataOf({ report, diff, files }: ShownRun) {
  const [cause, ...others] = report.findings.filter(isRootError)
  const changed = diff.filter(({ mark }) => mark !== 'same').slice(0, MOST_DIFF_LINES)
  return {
    verdict: report.verdict,
    cause: report.cause,
    requirement: cause?.requirement ?? null,
    route: cause?.route ?? null,
    expected: cause?.expected ?? null,
    actual: cause ? brief(cause.actual) : null,
    diff: changed.map(({ part, actual, correct }) => ({ part, sent: actual, correct })),
    fix: cause?.hint ?? null,
    problems: others.slice(0, MOST_PROBLEMS).map(({ requirement, route, message, hint }) => ({
      requirement,
      route,
      message: brief(message),
      fix: hint,
    })),
    profiles: (report.profiles ?? []).map(({ name, verdict }) => ({ name, verdict })),
    files,
  }
}
