import { Earlier } from '../rules/earlier.js'
import type { Blame, Finding } from '../rules/finding.js'
import { fingerprint } from '../rules/fingerprint.js'
import type { Breach } from '../rules/rule.js'
import { homologationStep } from '../specification/homologation.js'
import { addPlace, type Found, foundFirst, withPlaces } from './together.js'

/**
 * Turns breaches into findings, in the order of the traffic, and ties each to its root cause. The rules decide which
 * breach follows from which; this function only ensures that a root comes before its consequences and is not itself a
 * consequence.
 */
export function toFindings(breaches: readonly Breach[]): Finding[] {
  const earlier = new Earlier()
  const roots = new Map<Breach, string>()
  /** Keyed by the root's fingerprint: a consequence is blamed on the same side as its root. */
  const blames = new Map<string, Blame>()
  const times = new Map<string, number>()
  const found = new Map<Breach | string, Found>()
  for (const breach of inOrder(breaches)) {
    const { isOnce, code, severity, step, route, values, subject } = breach
    // what is reported once, however many requests show it: per route, or per verb and path if there is no route
    const place = route ?? [values.method, values.path]
    const key = isOnce ? JSON.stringify([code, severity, step, place, subject]) : breach
    const known = found.get(key)
    const own = known?.finding.fingerprint ?? fingerprintOf(breach, times)
    const cause = breach.follows?.(breach, earlier) ?? breach.confusedBy?.(breach, earlier) ?? null
    const root = known ? known.finding.consequenceOf : cause && (roots.get(cause) ?? null)
    roots.set(breach, root ?? own)
    earlier.add(breach)
    if (root === null) blames.set(own, breach.blame)
    const blame = blames.get(root ?? own) ?? breach.blame
    const finding = toFinding({ ...breach, blame }, own, root)
    if (known) addPlace(known, finding)
    else found.set(key, foundFirst(finding))
  }
  return [...found.values()].map(withPlaces)
}

/** Breaches of the whole run come last; within one exchange the request, the response, then what may follow. */
function inOrder(breaches: readonly Breach[]): Breach[] {
  return [...breaches].sort((a, b) => moment(a) - moment(b) || side(a) - side(b))
}

function moment({ at, isOutcome }: Breach): number {
  return isOutcome ? Number.MAX_SAFE_INTEGER : (at?.index ?? Number.MAX_SAFE_INTEGER)
}

function side({ blame, follows, confusedBy, isOutcome }: Breach): number {
  if (isOutcome) return 3
  if (blame === 'service') return 2
  return follows === null && confusedBy === null ? 0 : 1
}

/** The same at the same step a second time is another finding. */
function fingerprintOf({ code, step, route, subject }: Breach, times: Map<string, number>): string {
  const name = [code, step, route, subject]
  const bare = fingerprint(name)
  const count = (times.get(bare) ?? 0) + 1
  times.set(bare, count)
  return count === 1 ? bare : fingerprint([...name, count])
}

function toFinding(breach: Breach, own: string, consequenceOf: string | null): Finding {
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
    fingerprint: own,
  }
}
