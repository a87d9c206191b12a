/**
 * Makes single steps of a contract: the body that a request sends, and the values that are captured from its response for
 * later steps. `parts.ts` combines steps to sequences. A captured value is a `JsonSlice`, which keeps the text of the
 * response, so that an identifier loses no digit.
 */
import { isObject, type Json, parseJson, property, valueIn } from '../src/exchange/json.js'
import {
  createdIn,
  identifierName,
  isRounded,
  isIdentifier as isSomeIdentifier,
  recordsListed,
  segmentOf,
} from '../src/rules/identifier.js'
import { idsOf } from '../src/rules/lists/list-of.js'
import { elementsOf, type JsonSlice, jsonSlice, sliceOf } from '../src/run/json-slice.js'
import { withMark } from '../src/run/mark.js'
import type { Captures, StepResponse, SuiteStep } from '../src/run/suite.js'
import { routeById } from '../src/specification/find-route.js'
import { type Route, routeName } from '../src/specification/route.js'
import { integration } from '../src/specification/routes.js'
import {
  fillSample,
  ownRecordRoutes,
  referenceName,
  referredByPath,
  resourceOf,
  type Sample,
  type SampleObject,
  sampleBody,
  vocabularies,
} from '../src/specification/samples/index.js'

/** Names of captures by the path of a field: `{ 'loja.id': 'idLoja' }`. A second, different value is captured as `idLoja2`. */
export type FieldCaptures = Readonly<Record<string, string>>

/** An identifier that no record has. */
export const UNKNOWN_ID = '99999999999'

/** The fields of a step beside its route. `record` is the capture with the identifier of the record that the body is for. */
export type Rest = Partial<SuiteStep> & { readonly record?: string }

/** A step of a route. Its name is the route's action with a suffix: `contatos/create-first`. */
export function step(route: Route, suffix: string, rest: Rest = {}): SuiteStep {
  return namedStep(route, stepName(route, suffix), rest)
}

/** Returns `create` for the route `contatos/create`, and `create-first` with the suffix `first`. */
export function stepName({ id, family }: Route, suffix = ''): string {
  const action = id.slice(family.length + 1)
  return suffix === '' ? action : `${action}-${suffix}`
}

/** A step of a route under a name that is unique within the suite. */
export function namedStep(route: Route, name: string, rest: Rest): SuiteStep {
  const { tags = [], record = recordInPath(rest.path), ...other } = rest
  const isSampled = rest.body === undefined && rest.intent === undefined && sampleBody(route.id) !== null
  const body = rest.body ?? (isSampled ? sampleText(route, record) : undefined)
  return {
    id: `${route.family}/${name}`,
    title: routeName(route),
    method: route.method,
    path: route.path,
    ...other,
    ...(body && { body }),
    ...(body && sampleBody(route.id) !== null && { sample: route.id }),
    ...offerParameters(route, other.query),
    tags: [...new Set([route.risk, ...tags])],
  }
}

/**
 * The parameters that all operations on listings share are sent if their values are known. A value that the user gave
 * (`query idLoja`) is always sent. A captured value (`idLoja`) is not sent to lists, because it would narrow them.
 */
function offerParameters({ query, path }: Route, own: SuiteStep['query'] = {}): Pick<SuiteStep, 'offers'> {
  const isList = !path.includes('{')
  const names = Object.keys(query).filter(
    (name) => Object.hasOwn(integration, name) && !Object.hasOwn(own, name),
  )
  if (names.length === 0) return {}
  const sources = (name: string) => (isList ? [`query ${name}`] : [`query ${name}`, name])
  return { offers: Object.fromEntries(names.map((name) => [name, sources(name)])) }
}

/** @throws Error if no route has the id */
export function findRoute(id: string): Route {
  const route = routeById(id)
  if (!route) throw new Error(`no route has the id '${id}'`)
  return route
}

/** The first capture in a path: `acted` for `/nfe/{acted}/enviar`. */
function recordInPath(path = ''): string {
  return /\{(\w+)\}/.exec(path)?.[1] ?? 'created'
}

/**
 * The route's path with a captured record: `/nfe/{idNotaFiscal}/lancar-estoque/{idDeposito}` becomes
 * `/nfe/{created}/lancar-estoque/{ref_depositos}`, because the run refers to a warehouse of its own.
 */
export function pathOnRecord({ path }: Route, record: string): string {
  const [first = ''] = /\{\w+\}/.exec(path) ?? []
  return path.replace(/\{(\w+)\}/g, (whole, name: string) => {
    if (whole === first) return `{${record}}`
    const collection = referredByPath[name]
    return collection === undefined || vocabularies.has(collection) ? whole : `{${referenceName(collection)}}`
  })
}

/**
 * Makes the body of a route for a record. Its unique values are the same in each request to that record. A user's own body,
 * which is captured as `sample <route id>`, replaces ours.
 */
export function sampleText(route: Route, record: string): (captures: Captures) => string | undefined {
  const collection = resourceOf(route.path)?.collection
  return (captures) => {
    const users = captures[`sample ${route.id}`]
    const body = (users?.value as SampleObject | undefined) ?? sampleBody(route.id)
    if (!body) return undefined
    const idOf = (referred: string, field: string | null) => {
      if (field !== null) return sentFieldOf(referred, field, captures)
      // an update that refers to its own collection means the record that the run created
      const isSameRecord = referred === collection && route.success.data !== 'created'
      return (captures[isSameRecord ? 'created' : referenceName(referred)]?.value as Sample) ?? null
    }
    const mark = capturedText(captures.mark)
    const filled = fillSample(body, { idOf, mark, record: `${collection} ${record}` }) as SampleObject
    return JSON.stringify(mark !== '' ? withMark(filled, mark) : filled)
  }
}

function capturedText(capture: JsonSlice | undefined): string {
  return typeof capture?.value === 'string' ? capture.value : ''
}

/** Returns the same body with only its required fields and the texts that carry the mark. */
export function requiredFieldsText(route: Route, record: string): (captures: Captures) => string | undefined {
  const required = resourceOf(route.path)?.required ?? []
  const full = sampleText(route, record)
  return (captures) => {
    const body = JSON.parse(full(captures) ?? '{}') as SampleObject
    const mark = capturedText(captures.mark) || '[homologa'
    const kept = Object.entries(body).filter(
      ([name, value]) => required.includes(name) || JSON.stringify(value).includes(mark),
    )
    return JSON.stringify(Object.fromEntries(kept))
  }
}

/** Returns the fields of the PUT with the values that the create sent. */
export function createdValuesText(
  route: Route,
  create: Route,
  record: string,
): (captures: Captures) => string | undefined {
  const full = sampleText(route, record)
  const created = sampleText(create, record)
  return (captures) => {
    const values = JSON.parse(created(captures) ?? '{}') as SampleObject
    const names = Object.keys(JSON.parse(full(captures) ?? '{}') as SampleObject)
    return JSON.stringify(Object.fromEntries(names.map((name) => [name, values[name]])))
  }
}

/** Whether a PUT of the resource has fields that it may leave out, beside the text with the mark. */
export function hasOptionalFields(route: Route): boolean {
  const required = resourceOf(route.path)?.required ?? []
  return Object.keys(sampleBody(route.id) ?? {}).length > required.length + 1
}

/** Returns the value of a field that the run sent when it created the record of the collection to refer to. */
function sentFieldOf(collection: string, field: string, captures: Captures): Sample | null {
  const routes = ownRecordRoutes(collection)
  if (routes === null) return null
  const body = sampleText(routes.create, referenceName(collection))(captures)
  return (JSON.parse(body ?? '{}') as SampleObject)[field] ?? null
}

/** Only the first records of a list are looked at. */
const MAX_RECORDS = 10

/** Captures the first identifier of a list as `idName`, and fields of its records. Records with a mark of this tool are skipped. */
export function captureFromList(
  response: StepResponse,
  route: Route,
  idName: string | null,
  fields: FieldCaptures,
): Captures {
  const data = dataOf(response)
  const records = data ? elementsOf(recordsOf(data), MAX_RECORDS).filter(hasNoMark) : []
  // a field that shows a filter's value, such as `idLoja`, is not the record's own identifier
  const fieldPaths = Object.keys(fields)
  const id = records.map((record) => identifierOf(record, fieldPaths)).find((found) => found !== null)
  const captures: Record<string, JsonSlice> = {}
  if (id && idName) captures[idName] = id
  for (const [fieldPath, name] of Object.entries(fields)) {
    const path = fieldPath.split('.')
    const parameter = route.query[path.at(-1) ?? ''] ?? route.query[name]
    Object.assign(captures, captureField({ records, path, name, isInteger: parameter?.type === 'integer' }))
  }
  return captures
}

/** Captures an identifier from a list that was filtered by `name`, and the value as `asked <name>`. */
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

/** Whether a record shows another value than the one by which it was found with {@link captureFilteredList}. */
export function contradictsFilter(response: StepResponse, captures: Captures): boolean {
  const data = dataOf(response)
  return Object.entries(captures).some(([name, asked]) => {
    const field = /^asked (\w+)$/.exec(name)?.[1]
    const shown = field && data ? sliceOf(data, field) : null
    return shown !== null && String(shown.value) !== String(asked.value)
  })
}

/** Returns the parameter at the end of a route's path: `idContato`. It is empty if the path ends without one. */
export function lastParameter({ path }: Route): string {
  return /\{(\w+)\}$/.exec(path)?.[1] ?? ''
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
export function captureMarked(response: StepResponse, record: string): Captures {
  const data = dataOf(response)
  const id = data === null || hasNoMark(data) ? null : identifierOf(data)
  return id ? { [record]: id } : {}
}

/** Whether a record has no mark of this tool. Records with one may be deleted by another run at any time. */
function hasNoMark({ value }: JsonSlice): boolean {
  return !JSON.stringify(value).includes('[homologa ')
}

interface FieldCapture {
  readonly records: readonly JsonSlice[]
  readonly path: readonly string[]
  readonly name: string
  /** Whether the value is for a filter that takes integers. Then other values, such as a marketplace's text, are skipped. */
  readonly isInteger: boolean
}

function captureField({ records, path, name, isInteger }: FieldCapture): Captures {
  const isIdentifierField = /^id(?:$|[A-Z])/.test(path.at(-1) ?? '') // `id`, `idLoja`
  const values = records
    .map((record) => sliceAt(record, path))
    .filter(isIdentifierField ? isIdentifierSlice : isTextOrNumber)
    .filter(({ value }) => !isInteger || /^\d+$/.test(String(value)))
  const [first] = values
  const second = values.find(({ text }) => text !== first?.text)
  return { ...(first && { [name]: first }), ...(second && { [`${name}2`]: second }) }
}

function isTextOrNumber(slice: JsonSlice | null): slice is JsonSlice {
  if (slice === null) return false
  return typeof slice.value === 'number' || (typeof slice.value === 'string' && slice.value !== '')
}

function isIdentifierSlice(slice: JsonSlice | null): slice is JsonSlice {
  return slice !== null && isIdentifier(slice.value)
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
export function captureCreatedId({ text }: StepResponse, record: string): Captures {
  const body = text === null ? null : jsonSlice(text)
  if (body === null || createdIn(body.value) === null) return {}
  const data = sliceOf(body, 'data') ?? body
  const created = Array.isArray(data.value) ? (elementsOf(data, 1)[0] ?? data) : data
  const id = identifierOf(created) ?? (isIdentifier(created.value) ? created : null)
  return id ? { [record]: id } : {}
}

/** Returns the identifier of a record: `id`, or else a field such as `idContato` that is not among `others`. */
export function identifierOf(record: JsonSlice, others: readonly string[] = []): JsonSlice | null {
  if (!isObject(record.value)) return null
  const name = identifierName(record.value, others)
  const id = name === undefined ? null : sliceOf(record, name)
  return id && isIdentifier(id.value) ? id : null
}

/** Whether a step can use the value as an identifier, in a path, in a query and in a body. */
function isIdentifier(value: Json): boolean {
  if (typeof value === 'string') return segmentOf(value) !== null
  return isSomeIdentifier(value) || isRounded(value)
}

export function captureFromData(response: StepResponse, capture: (data: JsonSlice) => Captures): Captures {
  const data = dataOf(response)
  return data ? capture(data) : {}
}

function dataOf({ text }: StepResponse): JsonSlice | null {
  const body = text === null ? null : jsonSlice(text)
  return body && isObject(body.value) ? sliceOf(body, 'data') : null
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

export function captureFlag(name: string): Captures {
  return { [name]: { text: 'true', value: true } }
}
