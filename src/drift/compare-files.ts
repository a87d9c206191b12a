/** The command `homologa drift`: compares two files of baselines, and renders the result for a terminal or as JSON. */
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
  /** The route, such as `GET /produtos`. */
  readonly operation: string | null
  /** Status and path, `200 $.data[].id`; null if the change concerns the whole route. */
  readonly place: string | null
  readonly before: string | null
  readonly after: string | null
  readonly fingerprint: string
  readonly values: Values
}

interface DriftResult {
  /** The kind of the files, for readers of `--json`: baselines are the only files that are compared. */
  readonly kind: 'baseline'
  readonly before: string
  readonly after: string
  readonly summary: Readonly<Record<Severity, number>>
  readonly changes: readonly DriftChange[]
  /** Routes of the older baseline that the newer one does not have. */
  readonly notCompared: readonly string[]
}

/** Compares two baselines. @throws {InputError} if a file is not a baseline or has a line that cannot be read */
export function compareFiles(before: InputFile, after: InputFile): DriftResult {
  const older = readBaseline(before.text, before.file)
  const newer = readBaseline(after.text, after.file)
  const { differences, notCompared } = compareShapes(older, newer)
  const changes = judgeDrift(differences).map(toChange)
  const summary = { error: 0, warning: 0, info: 0 }
  for (const { severity } of changes) summary[severity]++
  return { kind: 'baseline', before: before.file, after: after.file, summary, changes, notCompared }
}

/** From the most severe to the least. */
const severities: readonly Severity[] = ['error', 'warning', 'info']

/** Whether the result has a change of this severity, or of a higher one. */
export function failsOn({ summary }: DriftResult, severity: Severity): boolean {
  const counted = severities.slice(0, severities.indexOf(severity) + 1)
  return counted.some((each) => summary[each] > 0)
}

function toChange({ code, severity, route, fingerprint, values }: Finding): DriftChange {
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

/** Renders a comparison for a terminal: the two files, the changes of each route by severity, and the counts. */
export function renderDriftText(result: DriftResult, words: Catalogue, lang: Lang): string {
  const { ui } = words
  const lines = [fill(ui['drift.title'], { before: result.before, after: result.after }, lang), '']
  if (result.changes.length === 0) lines.push(ui['drift.none'])
  for (const [operation, changes] of groupBy(result.changes, (change) => change.operation ?? '')) {
    const inOrder = severities.flatMap((severity) => changes.filter((change) => change.severity === severity))
    lines.push(operation, ...inOrder.map((change) => `  ${renderLine(change, words, lang)}`), '')
  }
  lines.push(fill(ui['drift.summary'], result.summary, lang))
  if (result.notCompared.length > 0)
    lines.push(fill(ui['drift.notCompared'], { routes: result.notCompared.join(', ') }, lang))
  return `${lines.join('\n')}\n`
}

/** Renders a comparison as JSON, with each change's sentence in the language. */
export function renderDriftJson(result: DriftResult, words: Catalogue, lang: Lang): string {
  const withMessage = (change: DriftChange) => ({ ...change, message: renderSentence(change, words, lang) })
  const changes = result.changes.map(withMessage)
  return `${JSON.stringify({ ...result, changes }, null, 2)}\n`
}

function renderSentence({ code, values }: DriftChange, words: Catalogue, lang: Lang): string {
  return fill(words.findings[code].message, values, lang)
}

function renderLine(change: DriftChange, words: Catalogue, lang: Lang): string {
  const severity = words.ui[`drift.severity.${change.severity}`].padEnd(8)
  const parts = [severity, change.place, renderSentence(change, words, lang)]
  return parts.filter((part) => part !== null).join('  ')
}
