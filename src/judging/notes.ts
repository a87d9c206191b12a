import type { Note } from '../exchange/journal.js'
import type { Finding, FindingAcceptance, Severity } from '../rules/finding.js'
import type { ContractEnd, JudgedStep } from './contract-judge.js'
import { everyRevocation, type Revocation } from './graded-traffic.js'

/**
 * A note in the journal that a run has ended. Notes record what a live judgement knew beyond the exchanges, so that judging the
 * journal again gives the same result.
 */
export interface RunEndedNote extends Note {
  readonly kind: 'run-ended'
  /** Number of the run, from 1. */
  readonly run: number
  /** Number of exchanges before this end. */
  readonly after: number
  /** The cause of the end. The exchanges themselves show an end by `traffic`, but only this note shows the other two. */
  readonly by: 'traffic' | 'time' | 'client'
  /** The step at which `--invalidate-at each` revoked the run's token; undefined if it revoked none. */
  readonly death?: Revocation | undefined
}

/** The journal's notes of a contract run: the steps that it planned, each step that it did not send, and its end. */
export type ContractNote =
  | {
      readonly kind: 'contract-plan'
      readonly steps: readonly JudgedStep[]
      readonly notPlanned: readonly { readonly route: string; readonly reason: string }[]
      /** The value of `--min-routes`. */
      readonly leastRoutes?: number | null
      /** The text by which the run recognises records that it created. */
      readonly mark?: string | null
    }
  | { readonly kind: 'contract-step'; readonly step: string; readonly reason: string }
  | ({ readonly kind: 'contract-end' } & ContractEndNote)

/** The end of a contract run. The user's settings are stored by finding, in place of the function `settle`. */
type ContractEndNote = Partial<Omit<ContractEnd, 'settle'>> & {
  readonly settled?: readonly FindingSetting[]
  /** Requirements and codes that the user turned off, which `app` adds for the report. */
  readonly off?: readonly string[]
}

interface FindingSetting {
  /** Fingerprint, severity, blame and route of the finding, as one text. */
  readonly finding: string
  /** The severity that the user chose; null if the finding is off. */
  readonly severity: Severity | null
  readonly acceptance?: FindingAcceptance
}

/** Makes the note of a contract run's end. The user's settings (`end.settle`) are applied to single findings, to see what they change. */
export function contractEndNote(end: Required<ContractEnd>, findings: readonly Finding[]): ContractNote {
  const { ended, further, furtherTested } = end
  const settled = findings.flatMap((finding) => {
    const { severity = null, acceptance } = end.settle([finding])[0] ?? {}
    if (severity === finding.severity && !acceptance) return []
    return [{ finding: keyOf(finding), severity, ...(acceptance && { acceptance }) }]
  })
  return { kind: 'contract-end', ended, further, furtherTested, settled }
}

/** Reads from the notes how a contract run ended. Without such a note it was killed. */
export function readContractEnd(notes: readonly Note[]): ContractEnd {
  const note = (notes as readonly ContractNote[]).findLast((note) => note.kind === 'contract-end')
  const settings = new Map((note?.settled ?? []).map((setting) => [setting.finding, setting]))
  return {
    ended: note?.ended ?? false,
    further: note?.further ?? [],
    furtherTested: note?.furtherTested ?? [],
    settle: (findings) =>
      findings.flatMap((finding) => {
        // a finding without a setting stays as it is
        const { severity, acceptance } = settings.get(keyOf(finding)) ?? finding
        return severity === null ? [] : [{ ...finding, severity, ...(acceptance && { acceptance }) }]
      }),
  }
}

function keyOf({ fingerprint, severity, blame, route }: Finding): string {
  return [fingerprint, severity, blame, route].join(' ')
}

/** Kinds of the note at a recorder's end: `contract-end` of a contract run, else `ended`; `stopped` if our own run stopped early. */
const endKinds = ['ended', 'stopped', 'contract-end']

/** True if the recorder wrote the end of its run. If not, it was killed or its disk was full. */
export function hasEnd(notes: readonly Note[]): boolean {
  return notes.some(({ kind }) => endKinds.includes(kind))
}

/** Reads the note of a run's end; null for another note, and for a damaged one. */
export function parseRunEnded(note: Note): RunEndedNote | null {
  const { kind, run, after, by, death } = note
  if (kind !== 'run-ended' || typeof run !== 'number' || typeof after !== 'number') return null
  const endedBy = by === 'time' || by === 'client' ? by : 'traffic'
  return { kind, run, after, by: endedBy, death: everyRevocation.find((known) => known === death) }
}
