import type { RequirementId } from '../../specification/requirements.js'
import type { Finding, FindingPlace, Values } from '../finding.js'
import { judgeAnswers, situation } from './answers.js'
import type { ApplicationRule, OpenItem } from './application-rule.js'
import { attributes, scopes, scopesUsed } from './attributes.js'
import type { ApplicationFacts } from './facts.js'
import { redirectError, redirectSuccess } from './redirect-page.js'

export type { OpenItem } from './application-rule.js'
export type * from './facts.js'

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
  const open = [...outcomes.flatMap((outcome) => outcome.open), ...answers.open]
  const findings = [...outcomes.flatMap((outcome) => outcome.findings), ...answers.findings]
  return {
    findings: findingsTogether(findings).toSorted((a, b) => order[a.severity] - order[b.severity]),
    // a task that several calls have in common, for success and for an error, is done once
    open: alike(open).map(([first, ...rest]) => withCalls(first, rest)),
    tested: outcomes.filter(({ tested }) => tested).map(({ id }) => id),
  }
}

const order = { error: 0, warning: 1, info: 2 } as const

/** Merges findings that several calls of the redirect link have in common into one that names all the calls. */
function findingsTogether(findings: readonly Finding[]): Finding[] {
  return alike(findings).map(([first, ...rest]) => {
    const places = rest.map(({ exchange }): FindingPlace => ({ route: null, step: null, exchange }))
    return { ...withCalls(first, rest), ...(places.length > 0 && { places }) }
  })
}

interface Told {
  readonly code: string
  readonly values: Values
}

/** Groups the items that differ only by their call, in the order of the first item of each group. */
function alike<T extends Told>(all: readonly T[]): [T, ...T[]][] {
  const groups = new Map<string, [T, ...T[]]>()
  for (const [place, one] of all.entries()) {
    const { call, ...values } = one.values
    const key = JSON.stringify([one.code, call === undefined ? place : values])
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return [...groups.values()]
}

/** The sentences set the call between backticks. */
function withCalls<T extends Told>(first: T, rest: readonly T[]): T {
  const calls = new Set([first, ...rest].map(({ values }) => values.call))
  return calls.size === 1 ? first : { ...first, values: { ...first.values, call: [...calls].join('`, `') } }
}
