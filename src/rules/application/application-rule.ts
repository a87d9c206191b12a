import { type RequirementId, requirement, severityOf } from '../../specification/requirements.js'
import type { FindingCode, OpenCode } from '../../words/catalogue.js'
import type { Blame, Finding, Severity, Values } from '../finding.js'
import { fingerprint } from '../fingerprint.js'
import type { Suffix } from '../rule.js'
import type { ApplicationFacts } from './facts.js'

/** Something that a person must still do or provide before a requirement can be judged. */
export interface OpenItem {
  readonly requirement: RequirementId
  readonly code: OpenCode
  readonly values: Values
}

export interface BreachOptions {
  readonly values?: Values
  readonly severity?: Severity
  readonly blame?: Blame
  readonly exchange?: string | null
  /** Distinguishes findings with the same code: the name of a scope, a call of the redirect link. */
  readonly subject?: string
}

/** A rule reports through this note. `S` are the variants in which its requirement can be broken. */
export interface ApplicationNote<S extends string> {
  /** Says that there was something to test. A breach says so too. */
  tested(): void
  breach(suffix: S, options?: BreachOptions): void
  /** Leaves the requirement undecided, because something is missing. */
  open(code: OpenCode, values?: Values): void
}

export interface ApplicationRule {
  readonly id: RequirementId
  examine(facts: ApplicationFacts): { tested: boolean; findings: Finding[]; open: OpenItem[] }
}

/** Creates the rule of one requirement of the registration. `examine` is pure. */
export function applicationRule<const I extends RequirementId>(
  id: I,
  examine: (facts: ApplicationFacts, note: ApplicationNote<Suffix<I>>) => void,
): ApplicationRule {
  return {
    id,
    examine(facts) {
      const findings: Finding[] = []
      const open: OpenItem[] = []
      let tested = false
      examine(facts, {
        tested: () => {
          tested = true
        },
        breach: (suffix, options = {}) => {
          tested = true
          findings.push(findingOf(id, `${id}:${suffix}` as FindingCode, options))
        },
        open: (code, values = {}) => open.push({ requirement: id, code, values }),
      })
      return { tested, findings, open }
    },
  }
}

export function findingOf(id: RequirementId, code: FindingCode, options: BreachOptions): Finding {
  const { values = {}, blame = 'application', exchange = null, subject = null } = options
  return {
    requirement: id,
    code,
    values,
    severity: options.severity ?? severityOf(requirement(id).level),
    blame,
    step: null,
    route: null,
    exchange,
    consequenceOf: null,
    fingerprint: fingerprint([code, subject]),
  }
}
