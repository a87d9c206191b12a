/** Notes of the journal hold what a live judgement knew beyond the exchanges, so that judging it again agrees. */
import type { Note } from '../exchange/journal.js'
import type { Finding, FindingAcceptance, Severity } from '../rules/finding.js'
import type { RequirementId } from '../specification/requirements.js'
import type { ContractEnd, JudgedStep } from './contract-judge.js'
import { type Death, everyDeath } from './graded-traffic.js'

export interface RunEndedNote extends Note {
  readonly kind: 'run-ended'
  /** As the splitter counts them, from 1. */
  readonly run: number
  /** Exchanges that had been seen by then. */
  readonly after: number
  /** The cause of the end. The exchanges show an end by `traffic`; only this note shows the other ones. */
  readonly by: 'traffic' | 'time' | 'client'
  /** At which step its token was to die, where every death was tried. */
  readonly death?: Death | undefined
}

/** The steps that a contract run planned, the steps that it did not send, and findings that belong to no exchange. */
export type ContractNote =
  | {
      readonly kind: 'contract-plan'
      readonly steps: readonly JudgedStep[]
      readonly notPlanned: readonly { readonly route: string; readonly reason: string }[]
      /** `--min-routes` */
      readonly leastRoutes?: number | null
      /** See `SeenContext`. */
      readonly mark?: string | null
    }
  | { readonly kind: 'contract-step'; readonly step: string; readonly reason: string }
  | ({ readonly kind: 'contract-end' } & ContractEndNote)

type ContractEndNote = {
  readonly ended: boolean
  /** Findings of a baseline or a document, which are not in the journal themselves. */
  readonly further?: readonly Finding[]
  readonly furtherTested?: readonly RequirementId[]
  /** The user's settings for findings: another severity, null if the finding is off, or an acceptance. */
  readonly settled?: readonly Settled[]
  /** Requirements and codes of which the user wanted to hear nothing. */
  readonly off?: readonly string[]
}

interface Settled {
  readonly finding: string
  readonly severity: Severity | null
  readonly acceptance?: FindingAcceptance
}

/** The note of a contract run's end. `settle` is asked about one finding at a time. */
export function contractEndNote(end: Required<ContractEnd>, findings: readonly Finding[]): ContractNote {
  const { ended, further, furtherTested } = end
  const settled = findings.flatMap((finding) => {
    const { severity = null, acceptance } = end.settle([finding])[0] ?? {}
    if (severity === finding.severity && !acceptance) return []
    return [{ finding: keyOf(finding), severity, ...(acceptance && { acceptance }) }]
  })
  return { kind: 'contract-end', ended, further, furtherTested, settled }
}

/** How the contract run of these notes ended: one without an end was killed. */
export function contractEndOf(notes: readonly Note[]): ContractEnd {
  const note = (notes as readonly ContractNote[]).findLast(({ kind }) => kind === 'contract-end') as
    | ContractEndNote
    | undefined
  const settled = new Map((note?.settled ?? []).map((one) => [one.finding, one]))
  return {
    ended: note?.ended ?? false,
    further: note?.further ?? [],
    furtherTested: note?.furtherTested ?? [],
    settle: (findings) =>
      findings.flatMap((finding) => {
        const { severity, acceptance } = settled.get(keyOf(finding)) ?? finding
        return severity === null ? [] : [{ ...finding, severity, ...(acceptance && { acceptance }) }]
      }),
  }
}

function keyOf({ fingerprint, severity, blame, route }: Finding): string {
  return [fingerprint, severity, blame, route].join(' ')
}

/** Our own run notes its end before anything else. A run without it was killed, or its disk was full. */
export function hasEnd(notes: readonly Note[]): boolean {
  return notes.some(({ kind }) => kind === 'ended' || kind === 'stopped' || kind === 'contract-end')
}

/** The end of a run that the exchanges cannot show. */
export function runEndOf(note: Note): RunEndedNote | null {
  const { kind, run, after, by, death } = note
  if (kind !== 'run-ended' || typeof run !== 'number' || typeof after !== 'number') return null
  const told = by === 'time' || by === 'client' ? by : 'traffic'
  return { kind, run, after, by: told, death: everyDeath.find((one) => one === death) }
}
