import { Earlier } from '../rules/earlier.js'
import type { Blame, Finding } from '../rules/finding.js'
import { fingerprint } from '../rules/fingerprint.js'
import type { Breach } from '../rules/rule.js'
import { homologationStep } from '../specification/homologation.js'
import { groupBy } from '../specification/plain-object.js'
import type { FindingCode } from '../words/catalogue.js'
import { addPlace, type Found, withPlaces } from './together.js'

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
    else found.set(key, { finding, places: [] })
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

/** Rules that hold what a record shows against what was sent. */
const ofContents = /^records\/(?:created-readable|replaced|patched):field$/

const ofIdentifier = /^records\/same-identifier:(?:other|created)-type$/

/**
 * A wrong field in a response breaks its shape and also differs from the value that was sent or put. This is one
 * fault with one root: the shape if that is an error, else the first error. Findings that cover several routes are
 * left as they are.
 */
export function underOneField(findings: readonly Finding[]): readonly Finding[] {
  const roots = new Map<Finding, Finding>()
  for (const all of groupBy(findings.filter(isOfOneRoute), ({ route }) => route).values()) {
    const open = all.flatMap(fieldOf)
    for (const { finding, field } of open) {
      if (isOfShape(finding) || roots.has(finding)) continue
      const group = open.filter((it) => overlap(it.field, field)).map((it) => it.finding)
      const errors = group.filter(({ severity }) => severity === 'error')
      tie(roots, group, errors.find(isOfShape) ?? errors[0])
    }
    tie(roots, all.filter(hasCode('lists/summary:fewer')), all.find(isMissingField))
    tie(roots, all.filter(hasCode('records/replaced:merged')), all.find(hasCode('records/replaced:field')))
  }
  for (const refused of findings.filter(hasCode('envelope/status:reference-refused'))) {
    const list = String(refused.values.list)
    const found = findings.find((one) => isOfListed(one, list))
    tie(roots, [refused], found)
  }
  if (roots.size === 0) return findings
  return findings.map((one) => ({ ...one, consequenceOf: roots.get(one)?.fingerprint ?? one.consequenceOf }))
}

/** That a list shows identifiers of another type, or a single read does not: of the list, or of what its records are read by. */
function isOfListed(finding: Finding, list: string): boolean {
  if (!ofIdentifier.test(finding.code) && !(isOfShape(finding) && finding.values.path === '$.data[].id'))
    return false
  return [finding, ...(finding.places ?? [])].some(
    ({ route }) => route === list || route?.startsWith(`${list}/{`),
  )
}

/** A root must not be the consequence of another finding. */
function tie(roots: Map<Finding, Finding>, group: readonly Finding[], found: Finding | undefined): void {
  const root = found && (roots.get(found) ?? found)
  for (const one of root ? group : []) if (one !== root && root) roots.set(one, root)
}

function isOfOneRoute({ route, places = [] }: Finding): boolean {
  return route !== null && places.every((place) => place.route === route)
}

/** The field of one route's responses that the finding tells of. */
function fieldOf(finding: Finding): { finding: Finding; field: string }[] {
  const { code, values } = finding
  if (isOfShape(finding)) return [{ finding, field: plain(String(values.path).replace(/^\$(\.data)?/, '')) }]
  if (ofContents.test(code)) return [{ finding, field: plain(String(values.field)) }]
  return ofIdentifier.test(code) ? [{ finding, field: 'id' }] : []
}

/** `[].itens[0].valor` and `itens[].valor` are one field. */
function plain(path: string): string {
  return path.replace(/\[\d*\]/g, '').replace(/^\./, '')
}

function overlap(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`)
}

function isOfShape({ requirement }: Finding): boolean {
  return requirement === 'data/shape'
}

function hasCode(code: FindingCode): (finding: Finding) => boolean {
  return (finding) => finding.code === code
}

/** A field at the top of a record, of those that a list counts. */
function isMissingField({ code, values }: Finding): boolean {
  return code === 'data/shape:missing' && /^\$\.data\.[^.[]+$/.test(String(values.path))
}
