/**
 * Captures values from responses, so that later steps can send them: identifiers, fields that a filter takes, and flags. A
 * captured value is a `JsonSlice`, which keeps the text of the response, so that an identifier loses no digit.
 */
import { isObject, type Json, parseJson, property, valueIn } from '../src/exchange/json.js'
import {
  createdIn,
  identifierName,
  isIdentifier,
  isRounded,
  recordsListed,
  segmentOf,
} from '../src/rules/identifier.js'
import { idsOf } from '../src/rules/lists/list-of.js'
import { dataSlice, elementsOf, type JsonSlice, jsonSlice, sliceOf } from '../src/run/json-slice.js'
import { MARK_START } from '../src/run/mark.js'
import type { Captures, StepResponse } from '../src/run/suite.js'
import type { QueryParameter, Route } from '../src/specification/route.js'

/**
 * Names of captures by the path of a field: `{ 'loja.id': 'idLoja' }` captures the first value as `idLoja`, and the first different one
 * as `idLoja2`, for another filter request.
 */
export type FieldCaptures = Readonly<Record<string, string>>

/** Only the first records of a list are looked at. */
const MAX_RECORDS = 10

/** Captures the first identifier of a list as `idName`, and fields of its records. Records with a mark of this tool are skipped. */
export function captureFromList(
  response: StepResponse,
  route: Route,
  idName: string | null,
  fields: FieldCaptures,
): Captures {
  const data = dataSlice(response.text)
  const records = data ? elementsOf(recordsOf(data), MAX_RECORDS).filter((record) => !isMarked(record)) : []
  // a field that shows a filter's value, such as `idLoja`, is not the record's own identifier
  const fieldPaths = Object.keys(fields)
  const id = records.map((record) => identifierOf(record, fieldPaths)).find((found) => found !== null)
  const captures: Record<string, JsonSlice> = {}
  if (id && idName) captures[idName] = id
  for (const [fieldPath, name] of Object.entries(fields)) {
    const path = fieldPath.split('.')
    // the filter has the name of the field, or that of the capture
    const parameter = route.query[path.at(-1) ?? ''] ?? route.query[name]
    Object.assign(captures, captureField(records, path, name, parameter?.type))
  }
  return captures
}

/** Captures an identifier from a list that was filtered by `name`, and the value as `asked <name>` for {@link contradictsFilter}. */
export function captureFilteredList(
  response: StepResponse,
  route: Route,
  idName: string | null,
  { name, value }: { readonly name: string; readonly value: number },
): Captures {
  const captures = captureFromList(response, route, idName, {})
  const isFound = idName !== null && Object.hasOwn(captures, idName)
  return isFound ? { ...captures, [`asked ${name}`]: { text: String(value), value } } : captures
}

/** Whether the read of a record shows another value than the one by which it was found with {@link captureFilteredList}. */
export function contradictsFilter(response: StepResponse, captures: Captures): boolean {
  const data = dataSlice(response.text)
  return Object.entries(captures).some(([name, asked]) => {
    const field = /^asked (\w+)$/.exec(name)?.[1]
    const shown = field && data ? sliceOf(data, field) : null
    return shown !== null && String(shown.value) !== String(asked.value)
  })
}

/** The array of a list's records: `data` itself, or the only array of objects in it. */
function recordsOf(data: JsonSlice): JsonSlice {
  const { value } = data
  const records = recordsListed(value)
  if (records === null || !isObject(value)) return data
  const name = Object.keys(value).find((key) => value[key] === records)
  return (name === undefined ? null : sliceOf(data, name)) ?? data
}

/** Captures the identifier of a record with a mark of this tool. The gate checks if it is the mark of this run. */
export function captureMarked(response: StepResponse, idName: string): Captures {
  const data = dataSlice(response.text)
  const id = data !== null && isMarked(data) ? identifierOf(data) : null
  return id ? { [idName]: id } : {}
}

/** Whether a record has a mark of this tool. Such a record may be deleted by another run at any time. */
function isMarked({ value }: JsonSlice): boolean {
  return JSON.stringify(value).includes(MARK_START)
}

/**
 * Captures the first value of a field as `name`, and the first different one as `name2`. If the filter takes integers, other values,
 * such as a marketplace's text, are skipped.
 */
function captureField(
  records: readonly JsonSlice[],
  path: readonly string[],
  name: string,
  filterType?: QueryParameter['type'],
): Captures {
  const isIdentifierField = /^id(?:$|[A-Z])/.test(path.at(-1) ?? '') // `id`, `idLoja`
  const values = records
    .flatMap((record) => sliceAt(record, path) ?? [])
    .filter(({ value }) => (isIdentifierField ? isUsableIdentifier(value) : isTextOrNumber(value)))
    .filter(({ value }) => filterType !== 'integer' || /^\d+$/.test(String(value)))
  const [first] = values
  const second = values.find(({ text }) => text !== first?.text)
  return { ...(first && { [name]: first }), ...(second && { [`${name}2`]: second }) }
}

function isTextOrNumber(value: Json): boolean {
  return typeof value === 'number' || (typeof value === 'string' && value !== '')
}

/** Returns the value at a path of names and positions, such as `['borderos', '0']`; null if there is none. */
export function sliceAt(root: JsonSlice, path: readonly string[]): JsonSlice | null {
  let slice: JsonSlice | null = root
  for (const key of path) {
    if (slice === null) return null
    if (/^\d+$/.test(key)) slice = elementsOf(slice, Number(key) + 1)[Number(key)] ?? null
    else slice = sliceOf(slice, key)
  }
  return slice
}

/** Captures the identifier in the response to a create. The first record counts if there are several. */
export function captureCreatedId({ text }: StepResponse, idName: string): Captures {
  const body = text === null ? null : jsonSlice(text)
  // the rules decide whether something was created; the slice keeps all digits of its identifier
  if (body === null || createdIn(body.value) === null) return {}
  const data = sliceOf(body, 'data') ?? body
  const created = Array.isArray(data.value) ? (elementsOf(data, 1)[0] ?? data) : data
  const id = identifierOf(created) ?? (isUsableIdentifier(created.value) ? created : null)
  return id ? { [idName]: id } : {}
}

/** Returns the identifier of a record: `id`, or else a field such as `idContato` that is not among `others`, which identify other records. */
export function identifierOf(record: JsonSlice, others: readonly string[] = []): JsonSlice | null {
  if (!isObject(record.value)) return null
  const name = identifierName(record.value, others)
  const id = name === undefined ? null : sliceOf(record, name)
  return id && isUsableIdentifier(id.value) ? id : null
}

/** Whether a step can use the value as an identifier, in a path, in a query and in a body. A rounded number keeps its digits in `text`. */
function isUsableIdentifier(value: Json): boolean {
  if (typeof value === 'string') return segmentOf(value) !== null
  return isIdentifier(value) || isRounded(value)
}

/** Calls `capture` with the `data` of a response, if it has one. */
export function captureFromData(response: StepResponse, capture: (data: JsonSlice) => Captures): Captures {
  const data = dataSlice(response.text)
  return data ? capture(data) : {}
}

/** The identifiers of a list's records, as the rules read them. */
export function listedIds({ text }: StepResponse): readonly string[] {
  const data = text === null ? undefined : property(valueIn(parseJson(text)), 'data')
  return idsOf((recordsListed(data) ?? []).filter(isObject))
}

export function captureListedIds(response: StepResponse, name: string): Captures {
  const value = listedIds(response)
  return { [name]: { text: JSON.stringify(value), value } }
}

/** The identifiers that {@link captureListedIds} captured. */
export function capturedIds(captured: JsonSlice | undefined): readonly string[] {
  return Array.isArray(captured?.value) ? captured.value : []
}

/** Captures `true`, so that later steps which need the flag are sent only after this one has succeeded. */
export function captureFlag(name: string): Captures {
  return { [name]: { text: 'true', value: true } }
}
