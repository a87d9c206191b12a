import { relative } from 'node:path'
import type { Exchange } from '../exchange/exchange.js'
import type { EndedRun } from '../report/ending.js'
import type { Look } from '../report/look.js'

export type Ending = 'pass' | 'fail' | 'incomplete' | 'interrupted'

/** The result of a use case, before it is rendered: a run (`run`), or other data and the lines that show them. */
export interface Outcome {
  readonly ending: Ending
  readonly run?: ShownRun
  /** Printed under `--json`. */
  readonly data?: unknown
  /** True if a shell reads the lines, so that they must not be wrapped. */
  readonly isScript?: boolean
  readonly lines?: (look: Look) => readonly string[]
}

/** A run with its report, and its files as absolute paths. */
export interface ShownRun extends EndedRun {
  /** The exchanges that findings name by their ids. */
  readonly exchanges: readonly Exchange[]
  /** Whether a failure is printed as a prompt for an assistant (`--prompt`). */
  readonly isPrompt?: boolean
}

/** The run with paths from the working folder, for the end of the output. A path outside of the folder stays absolute. */
export function withShortPaths(run: ShownRun, cwd: string): EndedRun {
  const shortPath = (file: string) => (relative(cwd, file).startsWith('..') ? file : relative(cwd, file))
  return { ...run, files: run.files.map(shortPath) }
}

export const passed: Outcome = { ending: 'pass' }
