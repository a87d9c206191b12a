import type { Finding, FindingPlace, Values } from '../finding.js'
import type { OpenItem } from './application-rule.js'

/** Merges findings that several calls of the redirect link have in common into one that names all the calls. */
export function findingsTogether(findings: readonly Finding[]): Finding[] {
  return alike(findings).map(([first, ...rest]) => {
    const places = rest.map(({ exchange }): FindingPlace => ({ route: null, step: null, exchange }))
    return { ...withCalls(first, rest), ...(places.length > 0 && { places }) }
  })
}

/** Merges open items that several calls have in common, for success and for an error, because the task is done once. */
export function openTogether(items: readonly OpenItem[]): OpenItem[] {
  return alike(items).map(([first, ...rest]) => withCalls(first, rest))
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
