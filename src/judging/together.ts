import type { Finding, FindingAcceptance, FindingPlace } from '../rules/finding.js'
import { causeFingerprint } from '../rules/fingerprint.js'
import { groupBy } from '../specification/plain-object.js'

/** Most places that one finding keeps. Further ones are dropped because they have the same cause. */
export const MOST_PLACES = 500

/** The properties by which findings are combined. Findings of the judge and findings of a report both have them. */
interface Combinable extends FindingPlace {
  readonly requirement: string
  readonly code: string
  readonly severity: string
  readonly blame: string
  readonly fingerprint: string
  readonly places?: readonly FindingPlace[] | undefined
  readonly acceptance?: FindingAcceptance | undefined
  /** Every place with its sentences; only findings of a report have them. */
  readonly occurrences?: readonly unknown[] | undefined
}

/**
 * Combines findings of one cause: an error on forty routes becomes one finding with forty places. Findings that name a place
 * in a body or query stay apart.
 */
export function combineFindings<F extends Combinable>(
  findings: readonly F[],
  keyOf: (finding: F) => string = causeKey,
): F[] {
  return [...groupBy(findings, keyOf).values()].flatMap(combineGroup)
}

/** Matches the requirements whose findings name a place in a body or query, like `data/shape`. */
const namesPlace = /^(?:drift|openapi|data)\/|^request\/(?:body|query)$/

/** A text that is equal for findings of one cause. */
export function causeKey(finding: Combinable): string {
  const { fingerprint, severity, code, blame, acceptance } = finding
  return namesPlace.test(finding.requirement)
    ? `${fingerprint} ${severity}`
    : `${code} ${severity} ${blame} ${JSON.stringify(acceptance)}`
}

/** A finding, and the further places where it was seen so far. */
export interface GrowingFinding {
  readonly finding: Finding
  readonly places: FindingPlace[]
}

/** Adds a finding under its key. If the key is known, adds the finding's place instead, unless `limit` places are known. */
export function addFinding<K>(
  findings: Map<K, GrowingFinding>,
  key: K,
  finding: Finding,
  limit = MOST_PLACES,
): void {
  const known = findings.get(key)
  if (!known) findings.set(key, { finding, places: [] })
  else if (known.places.length < limit) known.places.push(placeOf(finding))
}

export function withPlaces({ finding, places }: GrowingFinding): Finding {
  return places.length === 0 ? finding : { ...finding, places: [...places] }
}

function placeOf({ route, step, exchange, values }: FindingPlace): FindingPlace {
  return { route, step, exchange, ...(values && { values }) }
}

function combineGroup<F extends Combinable>(group: readonly F[]): F[] {
  const [first, ...rest] = group
  if (!first) return []
  if (rest.length === 0) return [first]
  const further = rest.flatMap((finding) => [placeOf(finding), ...(finding.places ?? [])])
  const places = everyStepFirst([...(first.places ?? []), ...further], first.step).slice(0, MOST_PLACES)
  // a finding on several routes is named by its code alone
  const areEqual = rest.every(({ fingerprint }) => fingerprint === first.fingerprint)
  const fingerprint = areEqual ? first.fingerprint : causeFingerprint(first.code)
  // one more than places, because the finding's own place is an occurrence too
  const occurrences = group.flatMap((finding) => finding.occurrences ?? []).slice(0, MOST_PLACES + 1)
  return [{ ...first, places, ...(first.occurrences && { occurrences }), fingerprint }]
}

/**
 * Moves the first place of each step to the front, so that no broken step is lost when the list is cut. `shown` is the step of
 * the finding itself.
 */
function everyStepFirst(places: readonly FindingPlace[], shown: string | null): FindingPlace[] {
  const seen = new Set([shown])
  const firsts: FindingPlace[] = []
  const others: FindingPlace[] = []
  for (const place of places) {
    if (seen.has(place.step)) others.push(place)
    else firsts.push(place)
    seen.add(place.step)
  }
  return [...firsts, ...others]
}

/** An equal finding is reported request by request up to this often. Nobody would read a longer list. */
const MOST_REPEATS = 3

/** If a finding repeats at one step more than three times, the first stays and the others become its places. */
export function foldRepeats(findings: readonly Finding[]): readonly Finding[] {
  const groups = groupRepeats(findings).filter(({ length }) => length > MOST_REPEATS)
  if (groups.length === 0) return findings
  const firstOf = new Map<Finding, Finding>()
  for (const [first, ...others] of groups) for (const other of others) firstOf.set(other, first)
  const firstFingerprints = new Map(
    [...firstOf].map(([other, first]) => [other.fingerprint, first.fingerprint]),
  )
  const kept = new Map<Finding, GrowingFinding>()
  for (const finding of findings) {
    const root = finding.consequenceOf
    // a root that becomes a place of another finding is no longer reported itself
    const consequenceOf = root && (firstFingerprints.get(root) ?? root)
    const first = firstOf.get(finding) ?? finding
    // every place is kept, because a run has a bounded number of requests
    addFinding(kept, first, { ...finding, consequenceOf }, Number.POSITIVE_INFINITY)
  }
  return [...kept.values()].map(withPlaces)
}

type Group = [first: Finding, ...others: Finding[]]

/**
 * Groups equal findings, at most two groups of each kind: the roots with those that follow from them, and the consequences of
 * other roots.
 */
function groupRepeats(findings: readonly Finding[]): Group[] {
  const groups = new Map<string, Group>()
  /** The fingerprint of the first of its group, by the fingerprint of each other member. */
  const firstFingerprints = new Map<string, string>()
  for (const finding of findings) {
    // its repetitions are its places already
    if (finding.places) continue
    const ownRoot = finding.consequenceOf
    // a root that repeats another is represented by the first of its group
    const root = ownRoot && (firstFingerprints.get(ownRoot) ?? ownRoot)
    const rootKey = `root ${repeatKey(finding)}`
    const isOfRootGroup = root === null || root === groups.get(rootKey)?.[0]?.fingerprint
    const key = isOfRootGroup ? rootKey : `consequence ${repeatKey(finding)}`
    const group = groups.get(key)
    if (group) {
      firstFingerprints.set(finding.fingerprint, group[0].fingerprint)
      group.push(finding)
    } else groups.set(key, [finding])
  }
  return [...groups.values()]
}

/** Equal for findings with the same evidence. Measured times, like `gapMs`, may differ. */
function repeatKey({ code, severity, blame, step, route, values }: Finding): string {
  const evidence = Object.entries(values).filter(([name]) => !name.endsWith('Ms'))
  return JSON.stringify([code, severity, blame, step, route, evidence])
}
