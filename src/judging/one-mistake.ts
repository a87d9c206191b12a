import type { Finding } from '../rules/finding.js'
import { groupBy } from '../specification/plain-object.js'
import type { FindingCode } from '../words/catalogue.js'

/** Matches the codes of rules that compare a record with the values that were sent. */
const contentCode = /^records\/(?:created-readable|replaced|patched):field$/

/** Matches the codes of rules about the type of an identifier, which should be the same in all responses. */
const identifierCode = /^records\/same-identifier:(?:other|created)-type$/

/** Ties the findings of a contract run that one mistake of the service causes to one root. */
export function tieFindingsOfOneMistake(findings: readonly Finding[]): readonly Finding[] {
  const causes: Causes = new Map()
  // a finding that covers several routes stays as it is, because each of them may have another root
  for (const ofRoute of groupBy(findings.filter(isOfOneRoute), ({ route }) => route).values()) {
    tieFields(causes, ofRoute)
    // a record that lacks a field may have as few fields as its list shows
    tie(causes, ofRoute.filter(hasCode('lists/summary:fewer')), ofRoute.find(isMissingField))
    // a service that does not store the sent values keeps the old ones, which looks like a merge
    const unstored = ofRoute.find(hasCode('records/replaced:field'))
    tie(causes, ofRoute.filter(hasCode('records/replaced:merged')), unstored)
  }
  // a body refers to a record by the identifier that a list showed, so it is refused if that identifier was wrong
  for (const refused of findings.filter(hasCode('envelope/status:reference-refused'))) {
    const list = String(refused.values.list)
    const wrongIdentifier = findings.find((finding) => isOfIdentifiers(finding, list))
    tie(causes, [refused], wrongIdentifier)
  }
  // a filter that is ignored shows in the list, and again in the single reads of the list's records
  for (const read of findings.filter(hasCode('lists/filter:other-when-read'))) {
    const isInList = ({ route, values }: Finding) =>
      read.route?.startsWith(`${route}/{`) && values.filter === read.values.filter
    tie(causes, [read], findings.filter(hasCode('lists/filter:other-value')).find(isInList))
  }
  return findings.map((finding) => {
    const root = rootOf(finding, causes)
    return { ...finding, consequenceOf: root === finding ? finding.consequenceOf : root.fingerprint }
  })
}

/**
 * Ties the findings about one field. If it is wrong in a response, it breaks the shape and also differs from the value that was
 * sent. The root is the finding about the shape if that is an error, else the first error.
 */
function tieFields(causes: Causes, ofRoute: readonly Finding[]): void {
  const fields = ofRoute.flatMap(fieldOf)
  for (const { finding, field } of fields) {
    // two findings about the shape alone are two mistakes
    if (isOfShape(finding) || causes.has(finding)) continue
    const group = fields.filter((other) => overlap(other.field, field)).map((other) => other.finding)
    const errors = group.filter(({ severity }) => severity === 'error')
    tie(causes, group, errors.find(isOfShape) ?? errors[0])
  }
}

/** The cause of each finding that has one. The cause may have a cause itself; `rootOf` follows them. */
type Causes = Map<Finding, Finding>

function rootOf(finding: Finding, causes: Causes): Finding {
  const cause = causes.get(finding)
  return cause ? rootOf(cause, causes) : finding
}

/** Ties the findings of a group to the root of `cause`. Only a finding without a cause is a root, so no circle can arise. */
function tie(causes: Causes, group: readonly Finding[], cause: Finding | undefined): void {
  if (!cause) return
  const root = rootOf(cause, causes)
  for (const finding of group) if (finding !== root) causes.set(finding, root)
}

/** True if the list, or a route below it, returns identifiers of a wrong type, so that the service refuses references to its records. */
function isOfIdentifiers(finding: Finding, list: string): boolean {
  const hasMisshapenId = isOfShape(finding) && finding.values.path === '$.data[].id'
  if (!identifierCode.test(finding.code) && !hasMisshapenId) return false
  const places = [finding, ...(finding.places ?? [])]
  return places.some(({ route }) => route === list || route?.startsWith(`${list}/{`))
}

function isOfOneRoute({ route, places = [] }: Finding): boolean {
  return route !== null && places.every((place) => place.route === route)
}

/** The field of the response that a finding is about, as a list with one item; an empty list if it is about no field. */
function fieldOf(finding: Finding): { finding: Finding; field: string }[] {
  const { code, values } = finding
  if (isOfShape(finding))
    return [{ finding, field: withoutIndexes(String(values.path).replace(/^\$(\.data)?/, '')) }]
  if (contentCode.test(code)) return [{ finding, field: withoutIndexes(String(values.field)) }]
  return identifierCode.test(code) ? [{ finding, field: 'id' }] : []
}

/** `[].itens[0].valor` and `itens[].valor` both become `itens.valor`. */
function withoutIndexes(path: string): string {
  return path.replace(/\[\d*\]/g, '').replace(/^\./, '')
}

/** True for equal fields, and if one is a part of the other, as `itens` and `itens.valor`. */
function overlap(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`)
}

function isOfShape({ requirement }: Finding): boolean {
  return requirement === 'data/shape'
}

function hasCode(code: FindingCode): (finding: Finding) => boolean {
  return (finding) => finding.code === code
}

/** True for a missing field at the top of a record, like `$.data.itens`. */
function isMissingField({ code, values }: Finding): boolean {
  return code === 'data/shape:missing' && /^\$\.data\.[^.[]+$/.test(String(values.path))
}
