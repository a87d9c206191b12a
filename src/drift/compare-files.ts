import { judgeDrift } from '../rules/drift/index.js'
import type { Finding, Severity, Values } from '../rules/finding.js'
import { groupBy } from '../specification/plain-object.js'
import { type Catalogue, type FindingCode, fill, type Lang } from '../words/catalogue.js'
import { readBaseline } from './baseline-file.js'
import { compareShapes } from './compare-shapes.js'

interface InputFile {
  readonly file: string
  readonly text: string
}

interface DriftChange {
  readonly code: FindingCode
  readonly severity: Severity
  /** `GET /produtos` */
  readonly operation: string | null
  /** `200 $.data[].id`; null where the change concerns the whole operation. */
  readonly place: string | null
  readonly before: string | null
  readonly after: string | null
  readonly fingerprint: string
  readonly values: Values
}

interface DriftResult {
  readonly kind: 'baseline'
  readonly before: string
  readonly after: string
  readonly summary: Readonly<Record<Severity, number>>
  readonly changes: readonly DriftChange[]
  /** Routes of the older baseline that the newer one has not seen. */
  readonly notCompared: readonly string[]
}

/** Compares two baselines. @throws {InputError} if a file is not a baseline or has a line that cannot be read */
export function compareFiles(before: InputFile, after: InputFile): DriftResult {
  const old = readBaseline(before.text, before.file)
  const now = readBaseline(after.text, after.file)
  const { differences, notCompared } = compareShapes(old, now)
  const changes = judgeDrift(differences).map(changeOf)
  const summary = { error: 0, warning: 0, info: 0 }
  for (const { severity } of changes) summary[severity]++
  return { kind: 'baseline', before: before.file, after: after.file, summary, changes, notCompared }
}

/** Whether the result holds a change as grave as `level`, or graver. */
export function failsOn({ summary: { error, warning, info } }: DriftResult, level: Severity): boolean {
  return error + (level === 'error' ? 0 : warning) + (level === 'info' ? info : 0) > 0
}

function changeOf({ code, severity, route, fingerprint, values }: Finding): DriftChange {
  const place = [values.status, values.path].filter((part) => part !== null && part !== undefined).join(' ')
  return {
    code,
    severity,
    operation: route,
    place: place === '' ? null : place,
    before: valueText(values.before),
    after: valueText(values.now),
    fingerprint,
    values,
  }
}

function valueText(value: Values[string] | undefined): string | null {
  return value === undefined || value === null ? null : String(value)
}

const severities: readonly Severity[] = ['error', 'warning', 'info']

/** A comparison as lines for a terminal: the two files, each operation with its gravest changes first, and the counts. */
export function renderDriftText(result: DriftResult, words: Catalogue, lang: Lang): string {
  const { ui } = words
  const lines = [fill(ui['drift.title'], { before: result.before, after: result.after }, lang), '']
  if (result.changes.length === 0) lines.push(ui['drift.none'])
  for (const [operation, changes] of groupBy(result.changes, ({ operation: named }) => named ?? '')) {
    const inOrder = severities.flatMap((severity) => changes.filter((one) => one.severity === severity))
    lines.push(operation, ...inOrder.map((change) => `  ${lineOf(change, words, lang)}`), '')
  }
  lines.push(fill(ui['drift.summary'], result.summary, lang))
  if (result.notCompared.length > 0)
    lines.push(fill(ui['drift.notCompared'], { routes: result.notCompared.join(', ') }, lang))
  return `${lines.join('\n')}\n`
}

/** The same as JSON, with each change's sentence in the language. */
export function renderDriftJson(result: DriftResult, words: Catalogue, lang: Lang): string {
  const changes = result.changes.map((change) => ({ ...change, message: sentenceOf(change, words, lang) }))
  return `${JSON.stringify({ ...result, changes }, null, 2)}\n`
}

function sentenceOf({ code, values }: DriftChange, words: Catalogue, lang: Lang): string {
  return fill(words.findings[code].message, values, lang)
}

function lineOf(change: DriftChange, words: Catalogue, lang: Lang): string {
  const severity = words.ui[`drift.severity.${change.severity}`].padEnd(8)
  return [severity, change.place, sentenceOf(change, words, lang)].filter((part) => part !== null).join('  ')
}
