import { homologationStep, routeOf, type StepNumber } from '../specification/homologation.js'
import type { RequirementId } from '../specification/requirements.js'
import type { FindingCode } from '../words/en/index.js'
import type { Blame, Severity, Values } from './finding.js'
import type { Placed, Trace } from './trace.js'

/** What exactly can break a requirement: the catalogue's keys after the colon. */
export type Suffix<I extends RequirementId> = FindingCode extends infer C
  ? C extends `${I}:${infer S}`
    ? S
    : never
  : never

export interface Breach {
  readonly requirement: RequirementId
  readonly code: FindingCode
  /** The exchange that shows it; null where something is missing. */
  readonly at: Placed | null
  readonly step: StepNumber | null
  readonly values: Values
  readonly blame: Blame
  /** Where it differs from the requirement's level. */
  readonly severity?: Severity
  readonly route: string | null
}

interface BreachOptions {
  readonly values?: Values
  readonly blame?: Blame
  readonly severity?: Severity
  /** The step concerned, where it is not the exchange's own. */
  readonly step?: StepNumber | null
  readonly route?: string | null
}

/** How a rule speaks: that it had something to test, and what was broken. */
export interface Note<I extends RequirementId> {
  tested(): void
  breach(suffix: Suffix<I>, at: Placed | null, options?: BreachOptions): void
}

export interface Rule {
  readonly id: RequirementId
  examine(run: Trace): { readonly tested: boolean; readonly breaches: readonly Breach[] }
}

/**
 * A requirement's rule over a whole run. Pure: the same trace gives the same breaches. Blame is the application's unless
 * the rule says otherwise.
 */
export function rule<const I extends RequirementId>(
  id: I,
  examine: (run: Trace, note: Note<I>) => void,
): Rule {
  return {
    id,
    examine(run) {
      const breaches: Breach[] = []
      let tested = false
      examine(run, {
        tested: () => {
          tested = true
        },
        breach: (suffix, at, options = {}) => {
          tested = true
          breaches.push(breachOf(id, `${id}:${suffix}` as FindingCode, at, options))
        },
      })
      return { tested, breaches }
    },
  }
}

function breachOf(
  requirement: RequirementId,
  code: FindingCode,
  at: Placed | null,
  options: BreachOptions,
): Breach {
  const step = options.step === undefined ? (at?.step ?? null) : options.step
  const route = options.route ?? (step === null ? null : routeOf(homologationStep(step)))
  return {
    requirement,
    code,
    at,
    step,
    values: { step, ...options.values },
    blame: options.blame ?? 'application',
    ...(options.severity ? { severity: options.severity } : {}),
    route,
  }
}

/** How a value reads in a finding: JSON, cut to a line. */
export function show(value: unknown, limit = 120): string {
  if (value === undefined) return '—'
  const text = JSON.stringify(value) ?? String(value)
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`
}

/** Milliseconds as findings show them: to the microsecond, where rounding would hide which side of a limit they lie on. */
export function ms(value: number): number {
  return Math.round(value * 1000) / 1000
}
