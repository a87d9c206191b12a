import { type ReadDocument, readYamlOrJson } from '../documents/read-document.js'
import { readYaml } from '../documents/yaml.js'
import type { Severity } from '../rules/finding.js'
import { causeFingerprint } from '../rules/fingerprint.js'
import { isPlainObject } from '../specification/plain-object.js'
import { readDay } from '../words/numerals.js'
import { InputError } from './input-error.js'

/**
 * An accepted finding, with a reason and an end date.
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
  /** The last day on which it holds, `YYYY-MM-DD`. */
  readonly expires: string
  readonly file: string
  readonly line: number
}

/** As much of a finding as is needed to recognise it; findings of the judge and of a report both fit. */
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
  /** Past their day. `matches`: findings that are open again because of it, one at least. */
  readonly expired: readonly { readonly acceptance: Acceptance; readonly matches: number }[]
  /** In force or past their day, with nothing to accept: what they were for is gone. */
  readonly stale: readonly Acceptance[]
}

/** Sets accepted findings apart. `today`: `YYYY-MM-DD`; an acceptance holds through its last day. */
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
    const fitting = inForce.filter((acceptance) => covers(acceptance, finding))
    for (const acceptance of fitting) used.add(acceptance)
    if (fitting[0]) accepted.push({ finding, acceptance: fitting[0] })
    else open.push(finding)
  }
  const expired = acceptances
    .filter(({ expires }) => expires < today)
    .map((acceptance) => ({ acceptance, matches: open.filter((f) => covers(acceptance, f)).length }))
    .filter(({ matches }) => matches > 0)
  for (const { acceptance } of expired) used.add(acceptance)
  return { open, accepted, expired, stale: acceptances.filter((acceptance) => !used.has(acceptance)) }
}

/** Whether an acceptance means this finding, or the cause of which it is one place. */
function covers(acceptance: Acceptance, finding: Acceptable): boolean {
  const { fingerprint, requirement, route, path } = acceptance
  if (fingerprint !== null && ![finding.fingerprint, causeFingerprint(finding.code)].includes(fingerprint))
    return false
  if (requirement !== null && !matchesPattern(requirement, finding.requirement)) return false
  if (route !== null && !matchesPattern(route, finding.route ?? '')) return false
  return path === null || matchesPattern(path, String(finding.values.path ?? ''))
}

function matchesPattern(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  if (rest.length === 0) return pattern === text
  if (!text.startsWith(first)) return false
  const last = rest.pop() ?? ''
  let at = first.length
  for (const part of rest) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return text.length - last.length >= at && text.endsWith(last)
}

const knownKeys = ['fingerprint', 'requirement', 'route', 'path', 'reason', 'expires']

/** Reads a file of acceptances. @throws {InputError} with the line of what is missing or strange. */
export async function readAcceptances(text: string, file: string): Promise<Acceptance[]> {
  if (text.trim() === '') return []
  const document = await readYamlOrJson(text, file, { textsOnly: true })
  const root = isPlainObject(document.value) ? document.value : null
  if (isNothing(document.value) || (root && 'accepted' in root && isNothing(root.accepted))) return []
  if (!root || !Array.isArray(root.accepted)) throw await InputError.at(document, [], 'acceptances-shape')
  const acceptances: Acceptance[] = []
  for (const [index, entry] of root.accepted.entries())
    acceptances.push(await readAcceptance(document, index, entry))
  return acceptances
}

/** An entry that {@link withAcceptance} writes, with a comment for the reader of the file. */
type NewAcceptance = Readonly<Record<'fingerprint' | 'reason' | 'expires' | 'comment', string>>

/**
 * The text of a file of acceptances with one more. A finding that is accepted already gets the new reason and last day. Comments stay.
 *
 * @throws {InputError} if the text is no such file
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
    const isSame = (one: unknown) =>
      isMap(one) && one.get('fingerprint') === entry.fingerprint && !one.has('route') && !one.has('path')
    const at = list.items.findIndex(isSame)
    list.items.splice(at < 0 ? list.items.length : at, at < 0 ? 0 : 1, node)
  }
  return document.toString({ lineWidth: 0 })
}

async function readAcceptance(document: ReadDocument, index: number, entry: unknown): Promise<Acceptance> {
  const at = ['accepted', index]
  if (!isPlainObject(entry)) throw await InputError.at(document, at, 'acceptances-shape')
  const strange = Object.keys(entry).find((key) => !knownKeys.includes(key))
  if (strange !== undefined)
    throw await InputError.at(document, [...at, strange], 'acceptance-key', { key: strange })
  if (!text(entry.reason)) throw await InputError.at(document, at, 'acceptance-reason')
  const expires = typeof entry.expires === 'string' ? readDay(entry.expires) : null
  if (!expires)
    throw await InputError.at(document, [...at, 'expires'], 'acceptance-expiry', {
      text: entry.expires === undefined ? '—' : String(entry.expires),
    })
  const fields = {
    fingerprint: text(entry.fingerprint),
    requirement: text(entry.requirement),
    route: text(entry.route),
    path: text(entry.path),
  }
  if (Object.values(fields).every((field) => field === null))
    throw await InputError.at(document, at, 'acceptance-target')
  const line = (await document.locate(at))?.line ?? 1
  return { ...fields, reason: text(entry.reason) ?? '', expires, file: document.file, line }
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === ''
}

/** Severities of the user's own, by requirement (`drift/added`) or exact code (`drift/type:widened`); `off` drops them. */
export type Severities = Readonly<Record<string, Severity | 'off'>>

/** The findings with the user's severities. The code, being narrower, wins over the requirement. */
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
