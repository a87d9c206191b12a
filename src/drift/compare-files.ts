import { judgeDrift } from '../rules/drift/index.js'
import type { Finding, Severity, Values } from '../rules/finding.js'
import type { FindingCode } from '../words/catalogue.js'
import { readBaseline } from './baseline-file.js'
import { compareShapes } from './compare-shapes.js'

/** A file as the user named it. */
export interface InputFile {
  readonly file: string
  readonly text: string
}

/** A difference between two baselines. */
export interface DriftChange {
  readonly code: FindingCode
  readonly severity: Severity
  /** `GET /produtos` */
  readonly operation: string | null
  /** `200 $.data[].id`; null where the change concerns the whole operation. */
  readonly place: string | null
  readonly before: string | null
  readonly after: string | null
  readonly fingerprint: string
  /** Evidence for the words. */
  readonly values: Values
}

export interface DriftResult {
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
