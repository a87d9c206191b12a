import type { ErrorObject } from 'ajv'
import type { Json } from '../../exchange/json.js'
import type { Severity } from '../../rules/finding.js'
import type { FindingCode } from '../../words/catalogue.js'
import { fieldPath, itemPath } from '../baseline.js'
import { kindOf, textFormat } from '../shape.js'

/** Undocumented fields are reported by another rule, and `if` only repeats what its `then` says. */
const reportedElsewhere = new Set(['additionalProperties', 'unevaluatedProperties', 'if'])

export interface Breach {
  readonly code: FindingCode
  readonly severity: Severity
  readonly path: string
  readonly keyword: string
  readonly expected: string
  readonly actual: string
  /** How many values of the body show it. */
  readonly places: number
}

/** Turns the validator's errors into breaches: each kind once for a path, with positions in lists left out. */
export function breachesOf(
  errors: readonly ErrorObject[],
  body: Json,
  silentOnNull: boolean,
): readonly Breach[] {
  const breaches = new Map<string, Breach>()
  for (const error of withoutBranchErrors(errors)) {
    const { path, value } = findPlace(error.instancePath, body)
    const isMasked = typeof value === 'string' && textFormat(value) === 'masked'
    if (reportedElsewhere.has(error.keyword) || isMasked) continue
    const kind =
      value === null && silentOnNull && error.keyword !== 'required' ? unspokenNull : kindOfBreach(error)
    const at = error.keyword === 'required' ? fieldPath(path, String(error.params.missingProperty)) : path
    const key = `${kind.code} ${at}`
    const evidence = { path: at, keyword: error.keyword, expected: expectedBy(error), actual: kindOf(value) }
    breaches.set(key, { ...kind, ...evidence, places: (breaches.get(key)?.places ?? 0) + 1 })
  }
  return [...breaches.values()]
}

const unspokenNull = { code: 'openapi/schema:null', severity: 'info' } as const

function kindOfBreach({ keyword }: ErrorObject): Pick<Breach, 'code' | 'severity'> {
  if (keyword === 'required') return { code: 'openapi/schema:required', severity: 'error' }
  if (keyword === 'format') return { code: 'openapi/schema:format', severity: 'info' }
  if (keyword === 'enum' || keyword === 'const') return { code: 'openapi/schema:value', severity: 'warning' }
  const isType = keyword === 'type' || keyword === 'anyOf'
  return { code: isType ? 'openapi/schema:type' : 'openapi/schema:bound', severity: 'error' }
}

/** If no branch of a union fits, only that is reported, not the errors of each branch. */
function withoutBranchErrors(errors: readonly ErrorObject[]): ErrorObject[] {
  const undecided = errors
    .filter(({ keyword }) => keyword === 'anyOf')
    .map(({ instancePath }) => instancePath)
  const below = (inner: string, outer: string) => inner === outer || inner.startsWith(`${outer}/`)
  return errors.filter(({ keyword, instancePath }) => {
    const within = undecided.filter((outer) => below(instancePath, outer))
    return keyword === 'anyOf' ? within.every((outer) => outer === instancePath) : within.length === 0
  })
}

const MOST_LISTED = 30

function listValues(values: readonly unknown[]): string {
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  const shown = values.slice(0, MOST_LISTED).map(text).join(', ')
  return values.length > MOST_LISTED ? `${shown}, … (${values.length})` : shown
}

function expectedBy({ keyword, params }: ErrorObject): string {
  if (keyword === 'type') return Array.isArray(params.type) ? params.type.join('|') : String(params.type)
  if (keyword === 'enum') return listValues(params.allowedValues as unknown[])
  if (keyword === 'const') return listValues([params.allowedValue])
  if (keyword === 'anyOf') return 'anyOf'
  if (keyword === 'format') return String(params.format)
  const limit = params.limit ?? params.pattern
  return limit === undefined ? keyword : `${keyword} ${String(limit)}`
}

/** The value at a JSON pointer, and its path with the positions in lists left out. */
function findPlace(pointer: string, body: Json): { path: string; value: Json } {
  let value: Json = body
  let path = '$'
  for (const raw of pointer.split('/').slice(1)) {
    const key = raw.replaceAll('~1', '/').replaceAll('~0', '~')
    const isList: boolean = Array.isArray(value)
    path = isList ? itemPath(path) : fieldPath(path, key)
    value = (value as Readonly<Record<string, Json>>)[key] ?? null
  }
  return { path, value }
}
