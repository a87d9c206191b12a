import { relative } from 'node:path'
import type { Exchange } from '../exchange/exchange.js'
import type { ComparedLine } from '../report/diff/compare-requests.js'
import type { EndedRun } from '../report/ending.js'
import type { Look } from '../report/look.js'
import type { Report } from '../report/report.js'

/** How a use case ends. */
export type Ending = 'pass' | 'fail' | 'incomplete' | 'interrupted'

/** The result of a use case, with all data that was requested. It is not rendered at this point. */
export interface Outcome {
  readonly ending: Ending
  readonly run?: ShownRun
  readonly response?: HttpResponse
}

/** A run: its report, and the files that hold it. */
export interface ShownRun {
  readonly report: Report
  /** The exchanges that findings name. */
  readonly exchanges: readonly Exchange[]
  /** The failing request compared with the correct one; empty if nothing differs. */
  readonly diff: readonly ComparedLine[]
  /** Does it again; null where nothing was typed. */
  readonly repeatCommand: string | null
  /** Whether the user wants a failure as a block for an assistant. */
  readonly isPrompt?: boolean
  /** Absolute. */
  readonly files: readonly string[]
}

/** A result that is not a run, as data and as lines. */
interface HttpResponse {
  readonly data: unknown
  /** True if a shell reads it; then lines are never folded. */
  readonly isScript?: boolean
  lines(look: Look): readonly string[]
}

/** A run as the end of the output shows it, with files as they are opened from the working folder. */
export function endedRun({ report, diff, files, repeatCommand }: ShownRun, cwd: string): EndedRun {
  return { report, diff, files: files.map((file) => shortPath(file, cwd)), repeatCommand }
}

function shortPath(file: string, cwd: string): string {
  const short = relative(cwd, file)
  return short.startsWith('..') ? file : short
}

export const passed: Outcome = { ending: 'pass' }
