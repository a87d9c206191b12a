/**
 * The interface of the rules about a run of the five steps. The judge gives each rule the finished {@link Trace}; the rule
 * reports its breaches through a note. Rules about single exchanges have the interface of `observer.ts`.
 *
 *     export const remove = rule('homologation/delete', (run, note) => {
 *       for (const placed of run.procedure) {
 *         if (placed.step !== 5) continue
 *         note.tested()
 *         if (hasBody(placed)) note.breach('body', placed)
 *       }
 *     })
 */
import { jsonText } from '../exchange/json.js'
import { traitsOfSource } from '../exchange/sources.js'
import { homologationStep, routeOf, type StepNumber } from '../specification/homologation.js'
import {
  type RequirementId,
  requirement as requirementOf,
  severityOf,
} from '../specification/requirements.js'
import type { FindingCode } from '../words/catalogue.js'
import type { Breach, FindCause } from './earlier.js'
import type { Blame, Severity, Values } from './finding.js'
import type { PlacedExchange, Trace } from './trace.js'

/** The variants in which a requirement can be broken: `body` for the finding code `homologation/delete:body`. */
export type Suffix<I extends RequirementId> = FindingCode extends infer C
  ? C extends `${I}:${infer S}`
    ? S
    : never
  : never

export type { Breach, FindCause }

/** The options of a rule tell the judge how to treat its breaches; `S` are their suffixes. */
interface RuleOptions<S extends string> {
  /** Breaches that are about how the run ended. They are listed last. */
  readonly outcomes?: readonly S[]
  /** Breaches because of which later requests may fail. */
  readonly mayFailLaterRequests?: readonly S[] | 'all'
  /** Breaches that consist in something missing. They are not reported if the recording lost requests. */
  readonly needsWholeRecording?: readonly S[] | 'all'
  /** True if a repetition is a further place of the first finding, and no second finding. Default: false. */
  readonly mergesRepeats?: boolean
  /** Finds the cause of a breach among earlier breaches: one function for all breaches, or one for each suffix. */
  readonly causes?: FindCause | { readonly [suffix in S]?: FindCause }
  /** Asked if `causes` finds no cause: finds an earlier breach that made the application confuse two responses or two runs. */
  readonly fallbackCause?: FindCause
  /** Who is to blame if our own run does what an application must not do. Default: the harness. */
  readonly blameInOwnRun?: Blame
  /** Requirements or codes of observers that are not reported for an exchange for which this rule reports a breach. */
  readonly replaces?: readonly (RequirementId | FindingCode)[]
  /** Returns why there was nothing to test, as a key of the catalogue. */
  readonly whyUntested?: (run: Trace) => string
}

interface BreachOptions {
  readonly values?: Values
  readonly blame?: Blame
  readonly severity?: Severity
  /** Default: the step of the exchange. */
  readonly step?: StepNumber | null
  readonly route?: string | null
  /** Whether a later request may fail because of this breach. Default: as `mayFailLaterRequests` of the rule says. */
  readonly mayFail?: (later: PlacedExchange) => boolean
}

/** A rule calls `tested` once it had something to test, and `breach` for each exchange that breaks its requirement. */
export interface RuleNote<I extends RequirementId> {
  tested(): void
  breach(suffix: Suffix<I>, at: PlacedExchange | null, options?: BreachOptions): void
}

export interface Rule {
  readonly id: RequirementId
  /** As in the options of `rule`. */
  readonly replaces: readonly (RequirementId | FindingCode)[]
  examine(run: Trace): { readonly tested: boolean; readonly breaches: readonly Breach[] }
  whyUntested(run: Trace): string
}

/** Creates the rule of one requirement. `examine` is pure. The application is to blame unless a breach says otherwise. */
export function rule<const I extends RequirementId>(
  id: I,
  examine: (run: Trace, note: RuleNote<I>) => void,
  ruleOptions: RuleOptions<Suffix<I>> = {},
): Rule {
  const { outcomes = [], causes, mayFailLaterRequests, needsWholeRecording } = ruleOptions
  const toBreach = (suffix: Suffix<I>, at: PlacedExchange | null, options: BreachOptions): Breach => {
    const step = options.step === undefined ? (at?.step ?? null) : options.step
    const { blame = 'application', values } = options
    const isOwnRun = at !== null && traitsOfSource(at.exchange).plays === 'client'
    const canFailLater = isAmong(suffix, mayFailLaterRequests)
    return {
      requirement: id,
      code: `${id}:${suffix}` as FindingCode,
      at,
      step,
      values: { step, ...values },
      blame: blame === 'application' && isOwnRun ? (ruleOptions.blameInOwnRun ?? 'harness') : blame,
      severity: options.severity ?? severityOf(requirementOf(id).level),
      route: options.route ?? (step === null ? null : routeOf(homologationStep(step))),
      isOutcome: outcomes.includes(suffix),
      mergesRepeats: ruleOptions.mergesRepeats ?? false,
      mayFail: options.mayFail ?? (canFailLater ? () => true : null),
      findCause: typeof causes === 'function' ? (causes as FindCause) : (causes?.[suffix] ?? null),
      findFallbackCause: ruleOptions.fallbackCause ?? null,
    }
  }
  return {
    id,
    replaces: ruleOptions.replaces ?? [],
    whyUntested: ruleOptions.whyUntested ?? unlessNotRecorded('not-exercised'),
    examine(run) {
      const breaches: Breach[] = []
      let tested = false
      examine(run, {
        tested: () => {
          tested = true
        },
        breach: (suffix, at, options = {}) => {
          if (run.hasLost && isAmong(suffix, needsWholeRecording)) return
          tested = true
          breaches.push(toBreach(suffix, at, options))
        },
      })
      return { tested, breaches }
    },
  }
}

function isAmong<S extends string>(suffix: S, some: readonly S[] | 'all' = []): boolean {
  return some === 'all' || some.includes(suffix)
}

/** Gives this reason for "not tested", unless the recording does not contain what would have been tested. */
export function unlessNotRecorded(reason: string): (run: Trace) => string {
  return ({ hidesContent, procedure, renewals }) => {
    if (hidesContent) return 'not-in-recording'
    // "no request was refused" is untrue if there was no run, or if a token was renewed
    const isUntrue = reason === 'no-refusal' && (procedure.length === 0 || renewals.length > 0)
    return isUntrue ? 'not-exercised' : reason
  }
}

/** Options for a breach that is reported as info and blames no one. */
export const blamelessInfo = { severity: 'info', blame: 'environment' } as const

/** A value as a finding shows it: JSON, cut to one line. */
export function showValue(value: unknown, limit = 120): string {
  const text = value === undefined ? '—' : jsonText(value)
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`
}

/** Rounds milliseconds to microseconds. Coarser rounding could hide on which side of a limit they lie. */
export function roundMs(value: number): number {
  return Math.round(value * 1000) / 1000
}
