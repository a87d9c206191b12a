import type { Finding, FindingAcceptance, FindingPlace, Severity } from '../rules/finding.js'
import { causeFingerprint, fingerprint } from '../rules/fingerprint.js'
import type { ObservedBreach } from '../rules/observer.js'
import { groupBy } from '../specification/plain-object.js'
import { requirement, severityOf } from '../specification/requirements.js'

/** Places kept for one finding. Further places are dropped because they have the same cause. */
export const MOST_PLACES = 500

/** The properties that distinguish findings, both judged and reported ones. */
interface Placed extends FindingPlace {
  readonly requirement: string
  readonly code: string
  readonly severity: string
  readonly blame: string
  readonly fingerprint: string
  readonly places?: readonly FindingPlace[] | undefined
  readonly acceptance?: FindingAcceptance | undefined
  /** Of a finding in a report: every place with its sentences. */
  readonly occurrences?: readonly unknown[] | undefined
}

/** Combines one cause on forty routes into one finding with forty places, unless it names a place in a body. */
export function together<F extends Placed>(
  findings: readonly F[],
  keyOf: (finding: F) => string = causeKey,
): F[] {
  return [...groupBy(findings, keyOf).values()].flatMap(grouped)
}

/** Equal for findings of one cause. */
export function causeKey(finding: Placed): string {
  const { fingerprint, severity, code, blame, acceptance } = finding
  return /^(?:drift|openapi|data)\/|^request\/(?:body|query)$/.test(finding.requirement)
    ? `${fingerprint} ${severity}`
    : `${code} ${severity} ${blame} ${JSON.stringify(acceptance)}`
}

/** A finding with the further places where it was seen so far. */
export interface Found {
  readonly finding: Finding
  readonly places: FindingPlace[]
}

/** `most`: places to keep. */
export function addPlace({ places }: Found, finding: Finding, most = MOST_PLACES): void {
  if (places.length < most) places.push(placeOf(finding))
}

export function withPlaces({ finding, places }: Found): Finding {
  return places.length === 0 ? finding : { ...finding, places: [...places] }
}

function placeOf({ route, step, exchange, values }: FindingPlace): FindingPlace {
  return { route, step, exchange, ...(values && { values }) }
}

function grouped<F extends Placed>(group: readonly F[]): F[] {
  const [first, ...rest] = group
  if (!first) return []
  if (rest.length === 0) return [first]
  const further = rest.flatMap((finding) => [placeOf(finding), ...(finding.places ?? [])])
  const places = everyStepFirst([...(first.places ?? []), ...further], first.step).slice(0, MOST_PLACES)
  const isOneRoute = rest.every(({ fingerprint: same }) => same === first.fingerprint)
  const named = isOneRoute ? first.fingerprint : causeFingerprint(first.code)
  const occurrences = group.flatMap((one) => one.occurrences ?? []).slice(0, MOST_PLACES + 1)
  return [{ ...first, places, ...(first.occurrences && { occurrences }), fingerprint: named }]
}

/** A place of each step before a second of any: a step that is broken must be named, however often another was. */
function everyStepFirst(places: readonly FindingPlace[], named: string | null): FindingPlace[] {
  const seen = new Set([named])
  const [firsts, others]: [FindingPlace[], FindingPlace[]] = [[], []]
  for (const place of places) {
    ;(seen.has(place.step) ? others : firsts).push(place)
    seen.add(place.step)
  }
  return [...firsts, ...others]
}

/** The same finding is reported request by request up to this often. A longer list would not be read. */
const MOST_ALIKE = 3

/** The same again and again at one step becomes its first finding, with the others as places of that. */
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
      const consequenceOf = root && (names.get(root) ?? root)
      kept.set(finding, { finding: { ...finding, consequenceOf }, places: [] })
    }
  }
  return [...kept.values()].map(withPlaces)
}

type Group = [first: Finding, ...others: Finding[]]

/** Groups findings that are one mistake: roots with those that come of them, or what comes of others. */
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

/** The finding of a breach that an observer reported. `name`: what tells it apart from others. */
export function observedFinding(breach: ObservedBreach, name: Parameters<typeof fingerprint>[0]): Finding {
  const { requirement: id, code, values, blame, step, route, exchange } = breach
  return {
    requirement: id,
    code,
    values,
    blame,
    step,
    route,
    exchange,
    consequenceOf: null,
    severity: severityIn(breach),
    fingerprint: fingerprint(name),
  }
}

export function severityIn({ severity, requirement: id }: ObservedBreach): Severity {
  return severity ?? severityOf(requirement(id).level)
}
