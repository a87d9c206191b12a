import { jsonText } from '../exchange/json.js'
import { sightOf } from '../exchange/sources.js'
import { homologationStep, routeOf, type StepNumber } from '../specification/homologation.js'
import {
  type RequirementId,
  requirement as requirementOf,
  severityOf,
} from '../specification/requirements.js'
import type { FindingCode } from '../words/catalogue.js'
import type { Breach, Follows } from './earlier.js'
import type { Blame, Severity, Values } from './finding.js'
import type { Placed, Trace } from './trace.js'

/** The variants in which a requirement can be broken: the part of the catalogue's keys after the colon. */
export type Suffix<I extends RequirementId> = FindingCode extends infer C
  ? C extends `${I}:${infer S}`
    ? S
    : never
  : never

export type { Breach, Follows }

/** Properties of the breaches that only their rule knows. */
interface Traits<S extends string> {
  /** The breaches that report the outcome of the run. */
  readonly outcomes?: readonly S[]
  /** The breaches that may cause later requests to fail. */
  readonly lasting?: readonly S[] | 'all'
  /** The breaches that consist in something missing. A run that lost requests cannot prove them. */
  readonly absences?: readonly S[] | 'all'
  /** Whether the same elsewhere is a further place, and no other finding. Default: false. */
  readonly isOnce?: boolean
  /** Finds the wrong responses that may have caused the requests of this rule, if nothing else explains a breach. */
  readonly confusedBy?: Follows
  /** The causes of the breaches that may be consequences: of all, or of some. */
  readonly follows?: Follows | { readonly [suffix in S]?: Follows }
  /** Blame where our own run did what an application must not. Default: the harness. */
  readonly inOwnRun?: Blame
  /** Requirements of observers, or codes of theirs, that need not be named at an exchange where this one is. */
  readonly tells?: readonly (RequirementId | FindingCode)[]
  /** Why there was nothing to test: a key of the catalogue. */
  readonly untested?: (run: Trace) => string
}

interface BreachOptions {
  readonly values?: Values
  readonly blame?: Blame
  readonly severity?: Severity
  /** The step concerned, where it is not the exchange's own. */
  readonly step?: StepNumber | null
  readonly route?: string | null
  /** Which later requests may fail because of it. Default: any, where the trait `lasting` says that it lasts. */
  readonly mayFail?: (later: Placed) => boolean
}

/** How a rule speaks: that it had something to test, and what was broken. */
export interface Note<I extends RequirementId> {
  tested(): void
  breach(suffix: Suffix<I>, at: Placed | null, options?: BreachOptions): void
}

export interface Rule {
  readonly id: RequirementId
  readonly tells: readonly (RequirementId | FindingCode)[]
  examine(run: Trace): { readonly tested: boolean; readonly breaches: readonly Breach[] }
  untested(run: Trace): string
}

/**
 * A requirement's rule over a whole run. It is pure: the same trace gives the same breaches. The application is to
 * blame unless the rule says otherwise. Only the rule knows which of its breaches are outcomes, and which earlier
 * breaches cause them.
 */
export function rule<const I extends RequirementId>(
  id: I,
  examine: (run: Trace, note: Note<I>) => void,
  traits: Traits<Suffix<I>> = {},
): Rule {
  const { outcomes = [], follows, inOwnRun = 'harness' } = traits
  const breachOf = (suffix: Suffix<I>, at: Placed | null, options: BreachOptions): Breach => {
    const step = options.step === undefined ? (at?.step ?? null) : options.step
    const { blame = 'application', values } = options
    const isOurs = at !== null && sightOf(at.exchange).plays === 'client'
    return {
      requirement: id,
      code: `${id}:${suffix}` as FindingCode,
      at,
      step,
      values: { step, ...values },
      blame: blame === 'application' && isOurs ? inOwnRun : blame,
      severity: options.severity ?? severityOf(requirementOf(id).level),
      route: options.route ?? (step === null ? null : routeOf(homologationStep(step))),
      isOutcome: outcomes.includes(suffix),
      isOnce: traits.isOnce ?? false,
      mayFail: options.mayFail ?? (isAmong(suffix, traits.lasting) ? () => true : null),
      follows: typeof follows === 'function' ? (follows as Follows) : (follows?.[suffix] ?? null),
      confusedBy: traits.confusedBy ?? null,
    }
  }
  return {
    id,
    tells: traits.tells ?? [],
    untested: traits.untested ?? unlessHidden('not-exercised'),
    examine(run) {
      const breaches: Breach[] = []
      let tested = false
      examine(run, {
        tested: () => {
          tested = true
        },
        breach: (suffix, at, options = {}) => {
          if (run.hasLost && isAmong(suffix, traits.absences)) return
          tested = true
          breaches.push(breachOf(suffix, at, options))
        },
      })
      return { tested, breaches }
    },
  }
}

function isAmong<S extends string>(suffix: S, some: readonly S[] | 'all' = []): boolean {
  return some === 'all' || some.includes(suffix)
}

/** This reason, unless the recording hides what would have been tested. */
export function unlessHidden(reason: string): (run: Trace) => string {
  return ({ hidesContent, procedure, renewals }) => {
    if (hidesContent) return 'not-in-recording'
    // without a run no request was refused, and if a token was renewed, the sentence would be untrue
    const isUntrue = reason === 'no-refusal' && (procedure.length === 0 || renewals.length > 0)
    return isUntrue ? 'not-exercised' : reason
  }
}

/** Options for a breach that is reported as info and blames no one. */
export const observed = { severity: 'info', blame: 'environment' } as const

/** How a value reads in a finding: JSON, cut to a line. */
export function show(value: unknown, limit = 120): string {
  const text = value === undefined ? '—' : jsonText(value)
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`
}

/** Milliseconds as findings show them: to the microsecond, where rounding would hide which side of a limit they lie on. */
export function ms(value: number): number {
  return Math.round(value * 1000) / 1000
}
