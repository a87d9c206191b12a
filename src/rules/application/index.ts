import type { RequirementId } from '../../specification/requirements.js'
import type { Finding } from '../finding.js'
import { judgeAnswers, situation } from './answers.js'
import type { ApplicationRule, OpenItem } from './application-rule.js'
import { attributes } from './attributes.js'
import type { ApplicationFacts } from './facts.js'
import { redirectError, redirectSuccess } from './redirect-rules.js'
import { scopes, scopesUsed } from './scopes.js'
import { findingsTogether, openTogether } from './together.js'

export type { OpenItem } from './application-rule.js'
export type * from './facts.js'

/** The rules of the registration, in the order of its form. */
export const applicationRules: readonly ApplicationRule[] = [
  ...attributes,
  ...[scopes, scopesUsed, redirectSuccess, redirectError, situation],
]

export interface ApplicationJudgement {
  /** Errors first, in the order of the form. */
  readonly findings: readonly Finding[]
  /** The tasks that remain before anybody can say pass or fail. */
  readonly open: readonly OpenItem[]
  readonly tested: readonly RequirementId[]
}

/** Judges what was gathered about an application. Pure: the same facts give the same findings. */
export function judgeApplication(facts: ApplicationFacts): ApplicationJudgement {
  const outcomes = applicationRules.map((rule) => ({ id: rule.id, ...rule.examine(facts) }))
  const answers = judgeAnswers(facts)
  const findings = [...outcomes.flatMap((outcome) => outcome.findings), ...answers.findings]
  return {
    findings: findingsTogether(findings).toSorted((a, b) => order[a.severity] - order[b.severity]),
    open: openTogether([...outcomes.flatMap(({ open }) => open), ...answers.open]),
    tested: outcomes.filter(({ tested }) => tested).map(({ id }) => id),
  }
}

const order = { error: 0, warning: 1, info: 2 } as const
