import type { Finding } from '../rules/finding.js'
import { addPlace, type Found, foundFirst, withPlaces } from './together.js'

/** The same finding is reported request by request up to this often. A longer list would not be read. */
const MOST_ALIKE = 3

/**
 * A wall of what is the same again and again, at the same step, becomes its first finding, with the others
 * as places of that. What differs in anything but times stays.
 */
export function foldWalls(findings: readonly Finding[]): readonly Finding[] {
  const walls = alike(findings).filter(({ length }) => length > MOST_ALIKE)
  if (walls.length === 0) return findings
  const folded = new Map(walls.flatMap(([first, ...others]) => others.map((one) => [one, first] as const)))
  const names = new Map([...folded].map(([one, first]) => [one.fingerprint, first.fingerprint]))
  const kept = new Map<Finding, Found>()
  for (const finding of findings) {
    const wall = kept.get(folded.get(finding) ?? finding)
    if (wall) addPlace(wall, finding, findings.length)
    else {
      const root = finding.consequenceOf
      kept.set(finding, foundFirst({ ...finding, consequenceOf: root && (names.get(root) ?? root) }))
    }
  }
  return [...kept.values()].map(withPlaces)
}

type Group = [first: Finding, ...others: Finding[]]

/**
 * Findings that are one mistake, in groups: what is the same, and comes of others, whichever they are, or is a root as the rest are, or
 * comes of one of them. A root is never hidden among what comes of others.
 */
function alike(findings: readonly Finding[]): Group[] {
  const newest = new Map<string, Group>()
  const firsts = new Map<string, string>()
  const groups: Group[] = []
  for (const finding of findings) {
    if (finding.places) continue
    const kind = kindOf(finding)
    const root = finding.consequenceOf && (firsts.get(finding.consequenceOf) ?? finding.consequenceOf)
    const isOfRoot = root === null || root === newest.get(`${kind} true`)?.[0]?.fingerprint
    const key = `${kind} ${isOfRoot}`
    const group = newest.get(key)
    if (group) {
      firsts.set(finding.fingerprint, group[0].fingerprint)
      group.push(finding)
    } else {
      const begun: Group = [finding]
      newest.set(key, begun)
      groups.push(begun)
    }
  }
  return groups
}

function kindOf({ code, severity, blame, step, route, values }: Finding): string {
  const seen = Object.entries(values).filter(([name]) => !name.endsWith('Ms'))
  return JSON.stringify([code, severity, blame, step, route, seen])
}
