/** Turns the errors of the JSON Schema validator (Ajv) about one response into breaches, which become findings. */
import type { ErrorObject } from 'ajv'
import type { Json } from '../../exchange/json.js'
import type { Severity } from '../../rules/finding.js'
import type { FindingCode } from '../../words/catalogue.js'
import { fieldPath, itemPath } from '../baseline.js'
import { kindOf, textFormat } from '../shape.js'
import { unescapeKey } from './document.js'

/** Keywords whose errors are not reported: `undocumentedFields` finds undocumented fields, and `if` only repeats its `then`. */
const reportedElsewhere = new Set(['additionalProperties', 'unevaluatedProperties', 'if'])

export interface Breach {
  readonly code: FindingCode
  readonly severity: Severity
  readonly path: string
  readonly keyword: string
  readonly expected: string
  readonly actual: string
  /** How many values of the body have this breach. */
  readonly places: number
}

/**
 * Returns one breach for each code and path (`$.data[].id`), with the number of values that have it. Masked values are left out, because the
 * label is ours. `neverMentionsNull`: the document never mentions null, so a null is only reported as information.
 */
export function breachesOf(
  errors: readonly ErrorObject[],
  body: Json,
  neverMentionsNull: boolean,
): readonly Breach[] {
  const breaches = new Map<string, Breach>()
  for (const error of withoutBranchErrors(errors)) {
    const { keyword, params } = error
    const { path: parent, value } = findPlace(error.instancePath, body)
    const isMasked = typeof value === 'string' && textFormat(value) === 'masked'
    if (reportedElsewhere.has(keyword) || isMasked) continue
    const isMissing = keyword === 'required'
    const isUndocumentedNull = value === null && neverMentionsNull && !isMissing
    const grade = isUndocumentedNull ? undocumentedNull : gradeOf(error)
    // Ajv reports a missing field at the object that lacks it
    const path = isMissing ? fieldPath(parent, String(params.missingProperty)) : parent
    const key = `${grade.code} ${path}`
    const evidence = { path, keyword, expected: expectedBy(error), actual: kindOf(value) }
    breaches.set(key, { ...grade, ...evidence, places: (breaches.get(key)?.places ?? 0) + 1 })
  }
  return [...breaches.values()]
}

const undocumentedNull = { code: 'openapi/schema:null', severity: 'info' } as const

/** The code and the severity of an error. `OpenApiContract` gives the reasons for the severities. */
function gradeOf({ keyword }: ErrorObject): Pick<Breach, 'code' | 'severity'> {
  if (keyword === 'required') return { code: 'openapi/schema:required', severity: 'error' }
  if (keyword === 'format') return { code: 'openapi/schema:format', severity: 'info' }
  if (keyword === 'enum' || keyword === 'const') return { code: 'openapi/schema:value', severity: 'warning' }
  if (keyword === 'type' || keyword === 'anyOf') return { code: 'openapi/schema:type', severity: 'error' }
  // such as `maxLength` or `minimum`
  return { code: 'openapi/schema:bound', severity: 'error' }
}

/**
 * If no branch of an `anyOf` fits, its branches report errors that contradict one another. Of all errors at and below that
 * place, only the error of the outermost `anyOf` is kept.
 */
function withoutBranchErrors(errors: readonly ErrorObject[]): ErrorObject[] {
  const unions = errors.filter(({ keyword }) => keyword === 'anyOf').map(({ instancePath }) => instancePath)
  const isAtOrBelow = (inner: string, outer: string) => inner === outer || inner.startsWith(`${outer}/`)
  return errors.filter(({ keyword, instancePath }) => {
    const enclosing = unions.filter((union) => isAtOrBelow(instancePath, union))
    return keyword === 'anyOf' ? enclosing.every((union) => union === instancePath) : enclosing.length === 0
  })
}

/** Of a longer enumeration, a message shows only the first values and the number of all. */
const MAX_LISTED = 30

function listValues(values: readonly unknown[]): string {
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  const shown = values.slice(0, MAX_LISTED).map(text).join(', ')
  return values.length > MAX_LISTED ? `${shown}, … (${values.length})` : shown
}

/** The expectation as the document has it: `integer|null`, `A, I`, `maxLength 120`, or the keyword alone. */
function expectedBy({ keyword, params }: ErrorObject): string {
  if (keyword === 'type') return Array.isArray(params.type) ? params.type.join('|') : String(params.type)
  if (keyword === 'enum') return listValues(params.allowedValues as unknown[])
  if (keyword === 'const') return listValues([params.allowedValue])
  if (keyword === 'format') return String(params.format)
  const limit = params.limit ?? params.pattern
  return limit === undefined ? keyword : `${keyword} ${String(limit)}`
}

/** Returns the value at a JSON pointer such as `/data/0/id`, and its path `$.data[].id`. */
function findPlace(pointer: string, body: Json): { path: string; value: Json } {
  let value: Json = body
  let path = '$'
  for (const key of pointer.split('/').slice(1).map(unescapeKey)) {
    const isList: boolean = Array.isArray(value)
    path = isList ? itemPath(path) : fieldPath(path, key)
    value = (value as Readonly<Record<string, Json>>)[key] ?? null
  }
  return { path, value }
}
