import type { StepNumber } from '../specification/homologation.js'
import type { RequirementId } from '../specification/requirements.js'
import type { FindingCode } from '../words/catalogue.js'
import type { Outcome } from './trace.js'

export type Severity = 'error' | 'warning' | 'info'

/** The side at fault: the client, the service, the environment between them, or our own harness. */
export type Blame = 'application' | 'service' | 'environment' | 'harness'

/** Evidence for the words of a finding: plain values under the names that the catalogue's sentences use. */
export type Values = Readonly<Record<string, string | number | boolean | null>>

/** A broken requirement, as code and evidence; words come later, per language. */
export interface Finding {
  readonly requirement: RequirementId
  /** Key of the catalogues: `<requirement>:<what exactly>`. */
  readonly code: FindingCode
  readonly values: Values
  readonly severity: Severity
  readonly blame: Blame
  /** `homologation/3`, or null where no step is concerned. */
  readonly step: string | null
  /** `PUT /homologacao/produtos/{idProduto}`, or null. */
  readonly route: string | null
  /** Id of the exchange that shows it, or null where something is missing altogether. */
  readonly exchange: string | null
  /** Fingerprint of the earlier finding that brought this one about. */
  readonly consequenceOf: string | null
  /** Stable: the same finding tomorrow has the same fingerprint. No times, ids or values enter it. */
  readonly fingerprint: string
  /** Further places where the same cause shows. */
  readonly places?: readonly FindingPlace[]
  /** Present if the user accepts the finding: the reason, and the last day of the acceptance (`YYYY-MM-DD`). */
  readonly acceptance?: FindingAcceptance
}

/** An error that no other finding brought about. */
export function isRootError({
  severity,
  consequenceOf,
}: Pick<Finding, 'severity' | 'consequenceOf'>): boolean {
  return severity === 'error' && consequenceOf === null
}

export interface FindingAcceptance {
  readonly reason: string
  readonly expires: string
}

export interface FindingPlace {
  readonly route: string | null
  readonly step: string | null
  readonly exchange: string | null
  /** The evidence there. */
  readonly values?: Values
}

export type RunVerdict = 'pass' | 'fail' | 'incomplete'
export type StepVerdict = 'pass' | 'fail' | 'not-reached' | 'not-applicable'

export interface StepJudgement {
  readonly id: string
  readonly number: StepNumber | null
  readonly route: string
  readonly verdict: StepVerdict
  /** Smallest milliseconds between the previous request of the run and this step's; null for the first. */
  readonly gapMs: number | null
  /** From the first request of the step to its last response. */
  readonly durationMs: number | null
  readonly exchanges: readonly string[]
  /** Why it was not reached or does not apply: a code of the catalogue's `ui`, or a sentence. */
  readonly reason?: string
}

export type ReadingId =
  | 'spacing/at-least'
  | 'spacing/at-most'
  | 'spacing/free'
  | 'hash/every-step'
  | 'hash/after-invalidation'
  | 'token/401'
  | 'token/400'
  | 'total/unlimited'
  | 'total/limited'

/** The verdict on the run under one reading of an ambiguous clause, with everything else unchanged. */
export interface ReadingJudgement {
  readonly id: ReadingId
  readonly verdict: RunVerdict
  /** Whether the profile in force picks this reading. */
  readonly inForce: boolean
  /** Catalogue key and evidence of the sentence that says why. */
  readonly because: { readonly code: string; readonly values: Values }
  /** Milliseconds to spare; negative: milliseconds over; null where time plays no part. */
  readonly marginMs: number | null
}

export interface Coverage {
  readonly requirements: {
    readonly tested: readonly RequirementId[]
    readonly untested: readonly { readonly id: RequirementId; readonly reason: string }[]
  }
  readonly routes: {
    readonly exercised: readonly string[]
    readonly notExercised: readonly { readonly route: string; readonly reason: string }[]
    /** Lists of which no response held a record: of records the run says nothing there. */
    readonly empty?: readonly string[]
  }
}

export interface Judgement {
  readonly verdict: RunVerdict
  /** The first error of the run: an error finding that is not a consequence of another. */
  readonly cause: Finding | null
  readonly steps: readonly StepJudgement[]
  readonly findings: readonly Finding[]
  /** Findings that the user accepted: they fail nothing. */
  readonly accepted?: readonly Finding[]
  readonly readings: readonly ReadingJudgement[]
  readonly coverage: Coverage
  /** The requests of the procedure; left out where none is judged. */
  readonly procedure?: readonly ProcedureRequest[]
}

/**
 * How the sent hash relates to the issued ones: `first` none was due yet; `newest`; `older` an earlier one; `none` no
 * hash was sent; `unknown` it was never issued; `misplaced` it was sent, but not in its header.
 */
export type Carried = 'first' | 'newest' | 'older' | 'none' | 'unknown' | 'misplaced'

/** A request of the procedure as reports show it: its outcome, its hash, and what a correct client would have known. */
export interface ProcedureRequest {
  /** Id of the exchange. */
  readonly exchange: string
  readonly step: StepNumber
  readonly outcome: Outcome
  readonly issuedHash: string | null
  readonly sentHash: string | null
  /** The newest hash that had come when the request was sent. */
  readonly newestHash: string | null
  readonly carried: Carried
  /** Position in the procedure of the request whose response issued what was sent. */
  readonly sentFrom: number | null
  readonly productId: string | null
  /** The exchange whose response brought the product data. */
  readonly dataFrom: string | null
  /** The newest access token that had been issued and not refused since, as its label. */
  readonly accessToken: string | null
  /** Milliseconds of the run before and after which the spacing in force forbids the request; null: any time. */
  readonly earliestMs: number | null
  readonly latestMs: number | null
}
