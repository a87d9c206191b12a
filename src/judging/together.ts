import type { Finding, FindingAcceptance, FindingPlace } from '../rules/finding.js'
import { causeFingerprint } from '../rules/fingerprint.js'

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

/**
 * Combines one cause that was seen on forty routes into one finding with forty places. A finding that names a place
 * within a body is not combined.
 */
export function together<F extends Placed>(
  findings: readonly F[],
  keyOf: (finding: F) => string = causeKey,
): F[] {
  const groups = new Map<string, F[]>()
  for (const finding of findings) {
    const key = keyOf(finding)
    groups.set(key, [...(groups.get(key) ?? []), finding])
  }
  return [...groups.values()].flatMap((group) => grouped(group))
}

/** Equal for findings of one cause. */
export function causeKey(finding: Placed): string {
  const { fingerprint, severity, code, blame, acceptance } = finding
  return isOfOnePlace(finding)
    ? `${fingerprint} ${severity}`
    : `${code} ${severity} ${blame} ${JSON.stringify(acceptance)}`
}

/** A finding with the further places where it was seen so far. */
export interface Found {
  readonly finding: Finding
  readonly places: FindingPlace[]
}

export function foundFirst(finding: Finding): Found {
  return { finding, places: [] }
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

function isOfOnePlace({ requirement: id }: Placed): boolean {
  return /^(?:drift|openapi|data)\/|^request\/(?:body|query)$/.test(id)
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
