import { type ReadDocument, readYamlOrJson } from '../documents/read-document.js'
import { readYaml } from '../documents/yaml.js'
import type { Severity } from '../rules/finding.js'
import { causeFingerprint } from '../rules/fingerprint.js'
import { isPlainObject } from '../specification/plain-object.js'
import { readDay } from '../words/numerals.js'
import { InputError } from './input-error.js'

/**
 * A finding that the user accepts until a date, with a reason. The file has a list of them:
 *
 *     accepted:
 *       - fingerprint: 0f3c9a51d2b8
 *         reason: the service has announced it for May (ticket 812)
 *         expires: 2026-05-31
 *       - requirement: drift/removed
 *         route: GET /produtos*
 *         path: $.data[].tributacao*
 *         reason: never used by us
 *         expires: 2026-12-31
 *
 * In `requirement`, `route` and `path` a `*` matches anything, and a missing key matches everything.
 */
export interface Acceptance {
  readonly fingerprint: string | null
  readonly requirement: string | null
  readonly route: string | null
  readonly path: string | null
  readonly reason: string
  /** The last day on which the finding is accepted, `YYYY-MM-DD`. */
  readonly expires: string
  readonly file: string
  readonly line: number
}

/** The part of a finding by which it is recognised. Findings of the judge and of a report both have it. */
export interface Acceptable {
  readonly requirement: string
  readonly code: string
  readonly route: string | null
  readonly fingerprint: string
  readonly values: Readonly<Record<string, string | number | boolean | null>>
}

export interface AcceptedFindings<F extends Acceptable> {
  readonly open: readonly F[]
  readonly accepted: readonly { readonly finding: F; readonly acceptance: Acceptance }[]
  /** Acceptances that ended, and how many findings are open again because of it. */
  readonly expired: readonly { readonly acceptance: Acceptance; readonly matches: number }[]
  /** Acceptances without a finding, and expired ones whose findings are accepted by another. They can be deleted. */
  readonly stale: readonly Acceptance[]
}

/** Separates accepted findings from open ones. `today`: `YYYY-MM-DD`; an acceptance includes its last day. */
export function applyAcceptances<F extends Acceptable>(
  findings: readonly F[],
  acceptances: readonly Acceptance[],
  today: string,
): AcceptedFindings<F> {
  const inForce = acceptances.filter(({ expires }) => expires >= today)
  const used = new Set<Acceptance>()
  const open: F[] = []
  const accepted: { finding: F; acceptance: Acceptance }[] = []
  for (const finding of findings) {
    const matching = inForce.filter((acceptance) => isAbout(acceptance, finding))
    for (const acceptance of matching) used.add(acceptance)
    if (matching[0]) accepted.push({ finding, acceptance: matching[0] })
    else open.push(finding)
  }
  const expired = acceptances
    .filter(({ expires }) => expires < today)
    .map((acceptance) => ({
      acceptance,
      matches: open.filter((finding) => isAbout(acceptance, finding)).length,
    }))
    .filter(({ matches }) => matches > 0)
  for (const { acceptance } of expired) used.add(acceptance)
  return { open, accepted, expired, stale: acceptances.filter((acceptance) => !used.has(acceptance)) }
}

/**
 * Whether an acceptance is about this finding. Its fingerprint is either that of the finding or that of its code, which all
 * findings with the same cause share.
 */
function isAbout(acceptance: Acceptance, finding: Acceptable): boolean {
  const { fingerprint, requirement, route, path } = acceptance
  if (fingerprint !== null && ![finding.fingerprint, causeFingerprint(finding.code)].includes(fingerprint))
    return false
  if (requirement !== null && !matchesPattern(requirement, finding.requirement)) return false
  if (route !== null && !matchesPattern(route, finding.route ?? '')) return false
  return path === null || matchesPattern(path, String(finding.values.path ?? ''))
}

/** Whether a text fits a pattern in which `*` stands for any text: `GET /produtos*`. */
function matchesPattern(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  if (rest.length === 0) return pattern === text
  if (!text.startsWith(first)) return false
  const last = rest.pop() ?? ''
  let position = first.length
  for (const part of rest) {
    const found = text.indexOf(part, position)
    if (found < 0) return false
    position = found + part.length
  }
  return text.length - last.length >= position && text.endsWith(last)
}

const knownKeys = ['fingerprint', 'requirement', 'route', 'path', 'reason', 'expires']

/** Reads a file of acceptances. @throws {InputError} with the line that is wrong, or that lacks something */
export async function readAcceptances(text: string, file: string): Promise<Acceptance[]> {
  // a fingerprint of digits alone must not become a number
  const document = await readYamlOrJson(text, file, { textsOnly: true })
  const root = isPlainObject(document.value) ? document.value : null
  if (isEmpty(document.value) || (root && 'accepted' in root && isEmpty(root.accepted))) return []
  if (!root || !Array.isArray(root.accepted)) throw await InputError.at(document, [], 'acceptances-shape')
  const acceptances: Acceptance[] = []
  for (const [index, entry] of root.accepted.entries())
    acceptances.push(await readAcceptance(document, index, entry))
  return acceptances
}

/** An entry to add. The comment above it explains it to a reader of the file. */
type NewAcceptance = Readonly<Record<'fingerprint' | 'reason' | 'expires' | 'comment', string>>

/**
 * Adds an acceptance to the text of a file. An entry with the same fingerprint is replaced. The comments of the file stay.
 *
 * @throws {InputError} if the text is not a file of acceptances
 */
export async function withAcceptance(text: string, file: string, added: NewAcceptance): Promise<string> {
  await readAcceptances(text, file)
  const { comment, ...entry } = added
  const { isMap, isSeq } = await import('yaml')
  const { document } = await readYaml(text, 'failsafe')
  const list = document.get('accepted')
  const node = document.createNode(entry)
  node.commentBefore = ` ${comment.replaceAll(/\s+/g, ' ')}`
  if (!isSeq(list) || list.items.length === 0) document.set('accepted', document.createNode([node]))
  else {
    // an entry with a route or a path accepts fewer findings than the added one, so it stays beside it
    const isSame = (item: unknown) =>
      isMap(item) && item.get('fingerprint') === entry.fingerprint && !item.has('route') && !item.has('path')
    const index = list.items.findIndex(isSame)
    if (index < 0) list.items.push(node)
    else list.items[index] = node
  }
  return document.toString({ lineWidth: 0 })
}

async function readAcceptance(document: ReadDocument, index: number, entry: unknown): Promise<Acceptance> {
  const keys = ['accepted', index]
  if (!isPlainObject(entry)) throw await InputError.at(document, keys, 'acceptances-shape')
  const unknownKey = Object.keys(entry).find((key) => !knownKeys.includes(key))
  if (unknownKey !== undefined)
    throw await InputError.at(document, [...keys, unknownKey], 'acceptance-key', { key: unknownKey })
  const reason = nonEmptyText(entry.reason)
  if (reason === null) throw await InputError.at(document, keys, 'acceptance-reason')
  const expires = typeof entry.expires === 'string' ? readDay(entry.expires) : null
  if (!expires)
    throw await InputError.at(document, [...keys, 'expires'], 'acceptance-expiry', {
      text: entry.expires === undefined ? '—' : String(entry.expires),
    })
  const fields = {
    fingerprint: nonEmptyText(entry.fingerprint),
    requirement: nonEmptyText(entry.requirement),
    route: nonEmptyText(entry.route),
    path: nonEmptyText(entry.path),
  }
  if (Object.values(fields).every((field) => field === null))
    throw await InputError.at(document, keys, 'acceptance-target')
  const line = (await document.locate(keys))?.line ?? 1
  return { ...fields, reason, expires, file: document.file, line }
}

function nonEmptyText(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === ''
}

/** The user's own severities, by requirement (`drift/added`) or code (`drift/type:widened`). `off` drops the findings. */
export type Severities = Readonly<Record<string, Severity | 'off'>>

/** Gives findings the user's severities. That of a code wins over that of its requirement. */
export function overrideSeverities<F extends { readonly code: string; readonly severity: Severity }>(
  findings: readonly F[],
  severities: Severities,
): F[] {
  return findings.flatMap((finding) => {
    const requirement = finding.code.split(':', 1)[0] ?? finding.code
    const chosen = severities[finding.code] ?? severities[requirement] ?? finding.severity
    return chosen === 'off' ? [] : [{ ...finding, severity: chosen }]
  })
}
