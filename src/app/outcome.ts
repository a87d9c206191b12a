import { relative } from 'node:path'
import type { Exchange } from '../exchange/exchange.js'
import type { ComparedLine } from '../report/diff/compare-requests.js'
import type { EndedRun } from '../report/ending.js'
import type { Look } from '../report/look.js'
import type { Report } from '../report/report.js'

export type Ending = 'pass' | 'fail' | 'incomplete' | 'interrupted'

/** The result of a use case, before it is rendered: a run, or other data and the lines that show them. */
export interface Outcome {
  readonly ending: Ending
  readonly run?: ShownRun
  /** Printed under `--json`. */
  readonly data?: unknown
  /** True if a shell reads the lines, so that they must not be wrapped. */
  readonly isScript?: boolean
  readonly lines?: (look: Look) => readonly string[]
}

/** A run with its report and files. */
export interface ShownRun {
  readonly report: Report
  /** The exchanges that findings name. */
  readonly exchanges: readonly Exchange[]
  /** The failing request compared with the correct one; empty if nothing differs. */
  readonly diff: readonly ComparedLine[]
  /** The command that does the same again; null if nothing was typed. */
  readonly repeatCommand: string | null
  /** Whether a failure is printed as a prompt for an assistant (`--prompt`). */
  readonly isPrompt?: boolean
  /** Absolute paths. */
  readonly files: readonly string[]
}

/** The parts of a run that the end of the output shows, with paths from the working folder. */
export function endedRun({ report, diff, files, repeatCommand }: ShownRun, cwd: string): EndedRun {
  return { report, diff, files: files.map((file) => shortPath(file, cwd)), repeatCommand }
}

function shortPath(file: string, cwd: string): string {
  const short = relative(cwd, file)
  return short.startsWith('..') ? file : short
}

export const passed: Outcome = { ending: 'pass' }
