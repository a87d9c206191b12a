import type { StepNumber } from '../specification/homologation.js'
import type { RequirementId } from '../specification/requirements.js'
import type { FindingCode } from '../words/catalogue.js'
import type { Outcome } from './trace.js'

export type Severity = 'error' | 'warning' | 'info'

/** The side at fault: the client, the service, the environment between them, or our own harness. */
export type Blame = 'application' | 'service' | 'environment' | 'harness'

/** Evidence for the words of a finding: plain values under the names that the catalogue's sentences use. */
export type Values = Readonly<Record<string, string | number | boolean | null>>

/** A broken requirement, as code and evidence. Reports add the sentences in the reader's language. */
export interface Finding {
  readonly requirement: RequirementId
  /** Key of the catalogues: `homologation/delete:body` is the variant `body` of a requirement. */
  readonly code: FindingCode
  readonly values: Values
  readonly severity: Severity
  readonly blame: Blame
  /** `homologation/3`; null if the finding is about no step. */
  readonly step: string | null
  /** `PUT /homologacao/produtos/{idProduto}`, or null. */
  readonly route: string | null
  /** Id of the exchange that shows the breach; null if something is missing and no exchange shows that. */
  readonly exchange: string | null
  /** Fingerprint of the earlier finding that caused this one; null for a root. */
  readonly consequenceOf: string | null
  /** The same finding has the same fingerprint in every run. It does not depend on times, ids or values. */
  readonly fingerprint: string
  /** Further places with the same cause. */
  readonly places?: readonly FindingPlace[]
  /** Present if the user accepts the finding: the reason, and the last day of the acceptance (`YYYY-MM-DD`). */
  readonly acceptance?: FindingAcceptance
}

/** Whether a finding is an error that no other finding caused. */
export function isRootError(finding: Pick<Finding, 'severity' | 'consequenceOf'>): boolean {
  return finding.severity === 'error' && finding.consequenceOf === null
}

export interface FindingAcceptance {
  readonly reason: string
  readonly expires: string
}

export interface FindingPlace {
  readonly route: string | null
  readonly step: string | null
  readonly exchange: string | null
  /** The evidence at this place. */
  readonly values?: Values
}

export type RunVerdict = 'pass' | 'fail' | 'incomplete'
export type StepVerdict = 'pass' | 'fail' | 'not-reached' | 'not-applicable'

export interface StepJudgement {
  readonly id: string
  readonly number: StepNumber | null
  readonly route: string
  readonly verdict: StepVerdict
  /** Milliseconds since the previous request of the run; the smallest number if the step was sent again; null for the run's first request. */
  readonly gapMs: number | null
  /** From the first request of the step to its last response. */
  readonly durationMs: number | null
  readonly exchanges: readonly string[]
  /** Why the step was not reached or does not apply: a key under `ui` in the catalogues, or a sentence. */
  readonly reason?: string
}

/** An interpretation of a clause that is ambiguous, as `<clause>/<interpretation>`. A profile chooses one for each clause. */
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
  /** Whether the current profile chooses this reading. */
  readonly inForce: boolean
  /** Catalogue key and evidence of the sentence that says why. */
  readonly because: { readonly code: string; readonly values: Values }
  /** Milliseconds to spare; negative if the limit was exceeded; null if the reading is not about time. */
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
    /** Lists that never returned a record, so that the run says nothing about their records. */
    readonly empty?: readonly string[]
  }
}

export interface Judgement {
  readonly verdict: RunVerdict
  /** The first error of the run: an error finding that is not a consequence of another. */
  readonly cause: Finding | null
  readonly steps: readonly StepJudgement[]
  readonly findings: readonly Finding[]
  /** Findings that the user accepted. They do not affect the verdict. */
  readonly accepted?: readonly Finding[]
  readonly readings: readonly ReadingJudgement[]
  readonly coverage: Coverage
  /** The requests of the procedure; left out if no run is judged. */
  readonly procedure?: readonly ProcedureRequest[]
}

/**
 * How the hash that a request sent relates to the issued ones. `first`: none had been issued yet; `newest` and `older`:
 * it is the newest or an earlier one; `none`: no hash was sent; `unknown`: it was never issued; `misplaced`: it was sent
 * outside its header.
 */
export type Carried = 'first' | 'newest' | 'older' | 'none' | 'unknown' | 'misplaced'

/** A request of the procedure as reports show it: its outcome, its hash, and what a correct client would have sent. */
export interface ProcedureRequest {
  /** Id of the exchange. */
  readonly exchange: string
  readonly step: StepNumber
  readonly outcome: Outcome
  readonly issuedHash: string | null
  readonly sentHash: string | null
  /** The newest hash that had arrived when the request was sent. */
  readonly newestHash: string | null
  readonly carried: Carried
  /** Position in the procedure of the request whose response issued the sent hash. */
  readonly sentFrom: number | null
  readonly productId: string | null
  /** The exchange whose response contained the product data. */
  readonly dataFrom: string | null
  /** The newest access token that had been issued and not refused since, as its label. */
  readonly accessToken: string | null
  /** Milliseconds of the run before which the request would break the profile's spacing; null if it could not. */
  readonly earliestMs: number | null
  /** Milliseconds of the run after which the request would break the profile's spacing; null if it could not. */
  readonly latestMs: number | null
}
