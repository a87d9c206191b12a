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
  scopes,
  scopesUsed,
  redirectSuccess,
  redirectError,
  situation,
]

export interface ApplicationJudgement {
  /** Errors first. Those of the same severity follow the form, and those from a person's answers come last. */
  readonly findings: readonly Finding[]
  /** The tasks that remain before anybody can say pass or fail. */
  readonly open: readonly OpenItem[]
  readonly tested: readonly RequirementId[]
}

/** Judges the registration of an application by the facts that `src/review` gathered. */
export function judgeApplication(facts: ApplicationFacts): ApplicationJudgement {
  const outcomes = applicationRules.map((rule) => ({ id: rule.id, ...rule.examine(facts) }))
  const answers = judgeAnswers(facts)
  const open = [...outcomes.flatMap((outcome) => outcome.open), ...answers.open]
  const findings = [...outcomes.flatMap((outcome) => outcome.findings), ...answers.findings]
  return {
    findings: mergeFindings(findings).toSorted(
      (a, b) => rankBySeverity[a.severity] - rankBySeverity[b.severity],
    ),
    open: groupByCall(open).map(withAllCalls),
    tested: outcomes.filter(({ tested }) => tested).map(({ id }) => id),
  }
}

const rankBySeverity = { error: 0, warning: 1, info: 2 } as const

/** Merges findings that are the same for several calls of the redirect link into one that names all the calls. */
function mergeFindings(findings: readonly Finding[]): Finding[] {
  return groupByCall(findings).map((group) => {
    const places = group.slice(1).map(({ exchange }): FindingPlace => ({ route: null, step: null, exchange }))
    return { ...withAllCalls(group), ...(places.length > 0 && { places }) }
  })
}

/** A finding or an open item. `values.call` is present if it is about one call of the redirect link. */
interface Item {
  readonly code: string
  readonly values: Values
}

type Group<T> = [first: T, ...rest: T[]]

/** Groups the items that differ only by their call, in the order of the first item of each group. */
function groupByCall<T extends Item>(items: readonly T[]): Group<T>[] {
  const groups = new Map<string, Group<T>>()
  for (const [index, item] of items.entries()) {
    const { call, ...values } = item.values
    // an item without a call gets a key of its own, so it stays alone
    const key = JSON.stringify([item.code, call === undefined ? index : values])
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return [...groups.values()]
}

/** Returns the first item with the calls of all of them. They are joined by backticks because the sentences put the call in backticks. */
function withAllCalls<T extends Item>(group: Group<T>): T {
  const [first] = group
  const calls = new Set(group.map(({ values }) => values.call))
  return calls.size === 1 ? first : { ...first, values: { ...first.values, call: [...calls].join('`, `') } }
}
