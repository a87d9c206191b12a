import type { Finding } from '../rules/finding.js'
import type { FindingCode } from '../words/catalogue.js'

/** Rules that hold what a record shows against what was sent. */
const ofContents = /^records\/(?:created-readable|replaced|patched):field$/

const ofIdentifier = /^records\/same-identifier:(?:other|created)-type$/

/**
 * A wrong field in a response breaks its shape and also differs from the value that was sent or put. This is one
 * fault with one root: the shape if that is an error, else the first error. Findings that cover several routes are
 * left as they are.
 */
export function underOneField(findings: readonly Finding[]): readonly Finding[] {
  const byRoute = new Map<string | null, Finding[]>()
  for (const one of findings.filter(isOfOneRoute))
    byRoute.set(one.route, [...(byRoute.get(one.route) ?? []), one])
  const roots = new Map<Finding, Finding>()
  for (const all of byRoute.values()) {
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
    tie(
      roots,
      [refused],
      findings.find((one) => isOfListed(one, list)),
    )
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
