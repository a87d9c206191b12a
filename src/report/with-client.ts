import type { Note } from '../exchange/read-journal.js'
import { type Catalogue, fill, type Lang } from '../words/catalogue.js'
import type { Report } from './report.js'

/** How the command of the application under test ended, as the journal notes it: `lines` are the last that it printed. */
export interface ClientNote extends Note {
  readonly kind: 'client'
  readonly command: string
  readonly status: number | null
  readonly signal: string | null
  readonly lines: readonly string[]
}

const MOST_LINES = 200
const MOST_LINE_CHARS = 500

/** Keeps the last lines that a command prints. */
export function lastLines() {
  const lines: string[] = []
  return {
    lines,
    add(line: string): void {
      lines.push(line.slice(0, MOST_LINE_CHARS))
      if (lines.length > MOST_LINES) lines.shift()
    },
  }
}

/**
 * Adds what the application's command printed. If no run began and the command failed, that is the reason: the report
 * begins with it.
 */
export function withClient(report: Report, notes: readonly Note[], catalogue: Catalogue, lang: Lang): Report {
  const ends = notes.filter(isClientNote)
  const client = ends.find(isFailed) ?? ends.at(-1)
  if (!client) return report
  const { command, status, signal, lines } = client
  const output = { command, status, signal, lines: [...lines] }
  const began = report.steps.some(({ exchanges }) => exchanges.length > 0)
  if (report.verdict !== 'incomplete' || began || !isFailed(client)) return { ...report, output }
  const last = lines.findLast((line) => line.trim() !== '')?.trim() ?? ''
  const ending = last === '' ? 'silent' : 'failed'
  const key = `examine.command.${signal === null ? ending : 'killed'}` as const
  const cause = [fill(catalogue.ui[key], { status, signal, line: last }, lang), report.cause ?? '']
  return { ...report, output, cause: cause.join(' ').trim() }
}

export function isClientNote(note: Note): note is ClientNote {
  return note.kind === 'client'
}

function isFailed({ status, signal }: ClientNote): boolean {
  return signal !== null || status !== 0
}
