import type { Exchange } from '../exchange/exchange.js'
import type { ComparedLine } from '../report/diff/compare-requests.js'
import type { Look } from '../report/look.js'
import type { Report } from '../report/report.js'

/** How a use case ends. */
export type Ending = 'pass' | 'fail' | 'incomplete' | 'interrupted'

/** What a use case has to show when it ends. Everything that was asked for is in it, drawn by nobody yet. */
export interface Outcome {
  readonly ending: Ending
  readonly run?: ShownRun
  readonly answer?: Answer
}

/** A run: its report, and the files that hold it. */
export interface ShownRun {
  readonly report: Report
  /** Those that findings name. */
  readonly exchanges: readonly Exchange[]
  /** The failing request beside the correct one; empty if nothing differs. */
  readonly diff: readonly ComparedLine[]
  /** Does it again; null where nothing was typed. */
  readonly repeatCommand: string | null
  /** Absolute. */
  readonly files: readonly string[]
}

/** An answer that is no run: as data, and in words. */
interface Answer {
  readonly data: unknown
  /** Whether a shell is to read it: then every line stays whole. */
  readonly isScript?: boolean
  lines(look: Look): readonly string[]
}

export const passed: Outcome = { ending: 'pass' }
