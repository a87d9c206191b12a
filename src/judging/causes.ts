import { EarlierBreaches } from '../rules/earlier.js'
import type { Blame, Finding } from '../rules/finding.js'
import { fingerprint } from '../rules/fingerprint.js'
import type { Breach } from '../rules/rule.js'
import { homologationStep } from '../specification/homologation.js'
import { addFinding, type GrowingFinding, withPlaces } from './together.js'

/**
 * Turns breaches into findings, in the order of the traffic, and ties each to its root cause. The rules decide which
 * breach follows from which; this function only ensures that a root comes before its consequences and is not itself a
 * consequence.
 */
export function toFindings(breaches: readonly Breach[]): Finding[] {
  const earlier = new EarlierBreaches()
  /** The fingerprint of the root of each breach, which is its own if it is a root. */
  const roots = new Map<Breach, string>()
  /** The blame of each root, by fingerprint: a consequence is blamed on the same side as its root. */
  const blames = new Map<string, Blame>()
  const counts = new Map<string, number>()
  const findings = new Map<Breach | string, GrowingFinding>()
  for (const breach of sortByTraffic(breaches)) {
    // the key of an equal breach makes this one a further place of the same finding
    const key = breach.mergesRepeats ? repeatKey(breach) : breach
    const known = findings.get(key)
    const ownFingerprint = known?.finding.fingerprint ?? fingerprintOf(breach, counts)
    const cause = breach.findCause?.(breach, earlier) ?? breach.findFallbackCause?.(breach, earlier) ?? null
    const rootOfCause = cause ? (roots.get(cause) ?? null) : null
    const consequenceOf = known ? known.finding.consequenceOf : rootOfCause
    const root = consequenceOf ?? ownFingerprint
    roots.set(breach, root)
    earlier.add(breach)
    if (consequenceOf === null) blames.set(root, breach.blame)
    const blame = blames.get(root) ?? breach.blame
    addFinding(findings, key, toFinding({ ...breach, blame }, ownFingerprint, consequenceOf))
  }
  return [...findings.values()].map(withPlaces)
}

/** Equal for repetitions of a breach. A request without a known route is recognised by its method and path. */
function repeatKey({ code, severity, step, route, values, subject }: Breach): string {
  return JSON.stringify([code, severity, step, route ?? [values.method, values.path], subject])
}

/**
 * Sorts by exchange, so that a cause comes before its consequences. Within one exchange, breaches of the request come first, those
 * without possible causes before the others; then those of the response, which follows from the request. Last come breaches without
 * an exchange, and those about the end of the run.
 */
function sortByTraffic(breaches: readonly Breach[]): Breach[] {
  return breaches.toSorted((a, b) => positionOf(a) - positionOf(b) || rankOf(a) - rankOf(b))
}

function positionOf({ at, isOutcome }: Breach): number {
  return isOutcome ? Number.MAX_SAFE_INTEGER : (at?.index ?? Number.MAX_SAFE_INTEGER)
}

function rankOf({ blame, findCause, findFallbackCause, isOutcome }: Breach): number {
  if (isOutcome) return 3
  if (blame === 'service') return 2
  return findCause === null && findFallbackCause === null ? 0 : 1
}

/** If the same breach occurs again at the same step, the count makes it another finding. */
function fingerprintOf({ code, step, route, subject }: Breach, counts: Map<string, number>): string {
  const parts = [code, step, route, subject]
  const first = fingerprint(parts)
  const count = (counts.get(first) ?? 0) + 1
  counts.set(first, count)
  return count === 1 ? first : fingerprint([...parts, count])
}

function toFinding(breach: Breach, ownFingerprint: string, consequenceOf: string | null): Finding {
  const { requirement, code, values, severity, blame, at, step, route } = breach
  return {
    requirement,
    code,
    values,
    severity,
    blame,
    step: step === null ? null : homologationStep(step).id,
    route,
    exchange: at?.exchange.id ?? null,
    consequenceOf,
    fingerprint: ownFingerprint,
  }
}
