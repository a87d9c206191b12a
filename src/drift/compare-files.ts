import { judgeDrift } from '../rules/drift/index.js'
import type { Finding, Severity, Values } from '../rules/finding.js'
import type { FindingCode } from '../words/en/index.js'
import { readYamlOrJson } from '../yaml-document.js'
import { looksLikeBaseline, readBaseline } from './baseline-file.js'
import { compareShapes } from './compare-shapes.js'
import { DeadlineError, within } from './deadline.js'
import { InputError } from './input-error.js'
import type { ChangeCode, OpenApiChange } from './openapi/comparison/change.js'
import type { CompareOptions, OpenApiComparison } from './openapi/comparison/compare-openapi.js'

/** A file as the user named it. */
export interface InputFile {
  readonly file: string
  readonly text: string
}

/** One difference of two files, whichever kind they are. */
export interface DriftChange {
  readonly code: FindingCode | ChangeCode
  readonly severity: Severity
  /** `GET /produtos`; null where the whole document is concerned. */
  readonly operation: string | null
  /** `200 $.data[].id`; null where the operation as a whole is concerned. */
  readonly place: string | null
  readonly before: string | null
  readonly after: string | null
  readonly fingerprint: string
  /** Evidence for the words. */
  readonly values: Values
}

export interface DriftResult {
  readonly kind: 'baseline' | 'openapi'
  readonly before: string
  readonly after: string
  readonly summary: Readonly<Record<Severity, number>>
  readonly changes: readonly DriftChange[]
  /** null where two baselines were compared. */
  readonly operations: OpenApiComparison['operations'] | null
  /** Routes of the older baseline that the newer one has not seen. */
  readonly notCompared: readonly string[]
}

/**
 * Compares two baselines or two OpenAPI documents; the contents say which.
 * @throws {InputError} where a file cannot be read as either, or the two are not of one kind
 */
export async function compareFiles(
  before: InputFile,
  after: InputFile,
  options: CompareOptions = {},
): Promise<DriftResult> {
  const [old, now] = [looksLikeBaseline(before.text), looksLikeBaseline(after.text)]
  if (old !== now) {
    const [named, other] = old ? [after, before] : [before, after]
    await requireOpenApi(named)
    throw new InputError('different-kinds', named.file, null, { other: other.file })
  }
  return old ? compareBaselines(before, after) : compareDocuments(before, after, options)
}

/** Whether the result holds a change as grave as `level`, or graver. */
export function failsOn(result: DriftResult, level: Severity): boolean {
  const { error, warning, info } = result.summary
  return error + (level === 'error' ? 0 : warning) + (level === 'info' ? info : 0) > 0
}

function compareBaselines(before: InputFile, after: InputFile): DriftResult {
  const old = readBaseline(before.text, before.file)
  const now = readBaseline(after.text, after.file)
  const { differences, notCompared } = compareShapes(old, now)
  const changes = judgeDrift(differences).map(changeOfFinding)
  return { kind: 'baseline', ...namesOf(before, after), ...counted(changes), operations: null, notCompared }
}

async function compareDocuments(
  before: InputFile,
  after: InputFile,
  options: CompareOptions,
): Promise<DriftResult> {
  const { openApiOf } = await import('./openapi/document.js')
  const { compareOpenApi } = await import('./openapi/comparison/compare-openapi.js')
  const old = await openApiOf(await requireOpenApi(before))
  const now = await openApiOf(await requireOpenApi(after))
  const { changes, operations } = inTime(after.file, () => compareOpenApi(old, now, options))
  return {
    kind: 'openapi',
    ...namesOf(before, after),
    ...counted(changes.map(changeOfDocument)),
    operations,
    notCompared: [],
  }
}

const COMPARE_MS = 30_000

/** @throws InputError where the documents are too entangled to be compared */
function inTime<T>(file: string, act: () => T): T {
  try {
    return within(COMPARE_MS, act)
  } catch (error) {
    if (!(error instanceof DeadlineError) && !(error instanceof RangeError)) throw error
    throw new InputError('too-entangled', file, null, { detail: error.message })
  }
}

async function requireOpenApi({ file, text }: InputFile) {
  const { looksLikeOpenApi } = await import('./openapi/document.js')
  const read = await readYamlOrJson(text, file)
  if (!looksLikeOpenApi(read.value)) throw new InputError('unknown-kind', file, null)
  return read
}

function changeOfFinding(finding: Finding): DriftChange {
  const { code, severity, route, fingerprint, values } = finding
  const place = [values.status, values.path].filter((part) => part !== null && part !== undefined).join(' ')
  return {
    code,
    severity,
    operation: route,
    place: place === '' ? null : place,
    before: textOf(values.before),
    after: textOf(values.now),
    fingerprint,
    values,
  }
}

function changeOfDocument(change: OpenApiChange): DriftChange {
  const { code, severity, operation, place, before, after, fingerprint } = change
  return { code, severity, operation, place, before, after, fingerprint, values: { before, after } }
}

function counted(changes: readonly DriftChange[]): Pick<DriftResult, 'changes' | 'summary'> {
  const summary = { error: 0, warning: 0, info: 0 }
  for (const { severity } of changes) summary[severity]++
  return { changes, summary }
}

function namesOf(before: InputFile, after: InputFile): Pick<DriftResult, 'before' | 'after'> {
  return { before: before.file, after: after.file }
}

function textOf(value: Values[string] | undefined): string | null {
  return value === undefined || value === null ? null : String(value)
}
