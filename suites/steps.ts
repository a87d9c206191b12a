/**
 * The steps that a contract is made of: what one request sends, and what its response is captured for. `parts.ts` puts them
 * together, `contract.ts` chooses them by the routes.
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

/** Field of a record by path → name of the capture; a second, different value is captured as `<name>2`. */
export type Takes = Readonly<Record<string, string>>

/** An identifier that no record has. */
export const UNKNOWN_ID = '99999999999'

/** What a step has beside its route; `record` names the capture of the record that its body is for. */
export type Rest = Partial<SuiteStep> & { readonly record?: string }

/** A step of a route, named by the route's action and a suffix that is unique for the route within the suite. */
export function step(route: Route, suffix: string, rest: Rest = {}): SuiteStep {
  return namedStep(route, labelOf(route, suffix), rest)
}

/** `create` of `contatos/create`, and with a suffix `create-first`. */
export function labelOf({ id, family }: Route, suffix = ''): string {
  const action = id.slice(family.length + 1)
  return suffix === '' ? action : `${action}-${suffix}`
}

/** A step of a route under a name that is unique within the suite. */
export function namedStep(route: Route, name: string, rest: Rest): SuiteStep {
  const { tags = [], record = recordIn(rest.path), ...other } = rest
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
    ...offersOf(route, other.query),
    tags: [...new Set([route.risk, ...tags])],
  }
}

/**
 * The shared parameters of the listing operations, sent wherever their values are known: a user's everywhere; those that a list
 * shows everywhere but in lists, which they would narrow.
 */
function offersOf({ query, path }: Route, own: SuiteStep['query'] = {}): Pick<SuiteStep, 'offers'> {
  const isList = !path.includes('{')
  const names = Object.keys(query).filter(
    (name) => Object.hasOwn(integration, name) && !Object.hasOwn(own, name),
  )
  if (names.length === 0) return {}
  return {
    offers: Object.fromEntries(names.map((name) => [name, [`query ${name}`, ...(isList ? [] : [name])]])),
  }
}

/** @throws Error where no route has the id */
export function routeOf(id: string): Route {
  const route = routeById(id)
  if (!route) throw new Error(`no route has the id '${id}'`)
  return route
}

/** The capture that a path names its record by. */
function recordIn(path = ''): string {
  return /\{(\w+)\}/.exec(path)?.[1] ?? 'created'
}

/** The route's path on a captured record. Further identifiers name what the run refers to, or keep their names. */
export function onRecord({ path }: Route, as: string): string {
  const [first = ''] = /\{\w+\}/.exec(path) ?? []
  return path.replace(/\{(\w+)\}/g, (whole, name: string) => {
    if (whole === first) return `{${as}}`
    const collection = referredByPath[name]
    return collection === undefined || vocabularies.has(collection) ? whole : `{${referenceName(collection)}}`
  })
}

/**
 * The body of the route for a record: its codes and documents are the same in each request on that record, and no other's. Captures
 * `sample <route id>` that a user's file brings win over ours.
 */
export function sampleText(route: Route, record: string): (captures: Captures) => string | undefined {
  const collection = resourceOf(route.path)?.collection
  return (captures) => {
    const own = captures[`sample ${route.id}`]
    const body = (own?.value as SampleObject | undefined) ?? sampleBody(route.id)
    if (!body) return undefined
    const idOf = (referred: string, field: string | null) => {
      if (field !== null) return fieldOfOwn(referred, field, captures)
      const isItself = referred === collection && route.success.data !== 'created'
      return (captures[isItself ? 'created' : referenceName(referred)]?.value as Sample) ?? null
    }
    const mark = textIn(captures.mark)
    const filled = fillSample(body, { idOf, mark, record: `${collection} ${record}` }) as SampleObject
    return JSON.stringify(mark !== '' ? withMark(filled, mark) : filled)
  }
}

function textIn(capture: JsonSlice | undefined): string {
  return typeof capture?.value === 'string' ? capture.value : ''
}

/** Returns the same body with only its required fields and the texts that carry the mark. */
export function fewerText(route: Route, record: string): (captures: Captures) => string | undefined {
  const required = resourceOf(route.path)?.required ?? []
  const full = sampleText(route, record)
  return (captures) => {
    const body = JSON.parse(full(captures) ?? '{}') as SampleObject
    const mark = textIn(captures.mark) || '[homologa'
    const kept = Object.entries(body).filter(
      ([name, value]) => required.includes(name) || JSON.stringify(value).includes(mark),
    )
    return JSON.stringify(Object.fromEntries(kept))
  }
}

/** The fields of the PUT with the values that the create sent. */
export function unchangedText(
  route: Route,
  create: Route,
  record: string,
): (captures: Captures) => string | undefined {
  const [full, made] = [sampleText(route, record), sampleText(create, record)]
  return (captures) => {
    const values = JSON.parse(made(captures) ?? '{}') as SampleObject
    const names = Object.keys(JSON.parse(full(captures) ?? '{}') as SampleObject)
    return JSON.stringify(Object.fromEntries(names.map((name) => [name, values[name]])))
  }
}

/** Whether a PUT of the resource can leave something out. */
export function canLeaveOut(route: Route): boolean {
  const required = resourceOf(route.path)?.required ?? []
  return Object.keys(sampleBody(route.id) ?? {}).length > required.length + 1
}

/** The value that the run sent in a field of the record that it created to refer to. */
function fieldOfOwn(collection: string, field: string, captures: Captures): Sample | null {
  const routes = ownRecordRoutes(collection)
  if (routes === null) return null
  const body = sampleText(routes.create, referenceName(collection))(captures)
  return (JSON.parse(body ?? '{}') as SampleObject)[field] ?? null
}

const MOST_LOOKED_AT = 10

export function listed(response: StepResponse, route: Route, as: string | null, takes: Takes): Captures {
  const data = dataOf(response)
  const records = data ? elementsOf(recordsIn(data), MOST_LOOKED_AT).filter(isOthers) : []
  const filtered = Object.keys(takes)
  const ids = records
    .map((record) => identifierOf(record, filtered))
    .filter((id): id is JsonSlice => id !== null)
  const [id] = ids
  const captures: Record<string, JsonSlice> = {}
  if (id && as) captures[as] = id
  for (const [path, name] of Object.entries(takes)) {
    const fields = path.split('.')
    const isWhole = [...fields.slice(-1), name].some((filter) => route.query[filter]?.type === 'integer')
    Object.assign(captures, taken(records, fields, name, isWhole))
  }
  return captures
}

/** Returns the captures of {@link listed} for a list filtered by one value, and the value. */
export function listedBy(
  response: StepResponse,
  route: Route,
  as: string | null,
  { name, value }: { readonly name: string; readonly value: number },
): Captures {
  const captures = listed(response, route, as, {})
  const isFound = as !== null && Object.hasOwn(captures, as)
  return isFound ? { ...captures, [`asked ${name}`]: { text: String(value), value } } : captures
}

/** Whether a record shows another value than the one by which a list found it. */
export function showsOtherThanAsked(response: StepResponse, captures: Captures): boolean {
  const data = dataOf(response)
  return Object.entries(captures).some(([name, asked]) => {
    const field = /^asked (\w+)$/.exec(name)?.[1]
    const shown = field && data ? sliceOf(data, field) : null
    return shown !== null && String(shown.value) !== String(asked.value)
  })
}

/** Returns the name of the identifier at the end of a route; empty if the route ends without one. */
export function nameAtEnd({ path }: Route): string {
  return /\{(\w+)\}$/.exec(path)?.[1] ?? ''
}

/** The array that holds a list's records: `data` itself, or the one array of objects in it. */
function recordsIn(data: JsonSlice): JsonSlice {
  const { value } = data
  const records = recordsListed(value)
  if (records === null || !isObject(value)) return data
  const name = Object.keys(value).find((one) => value[one] === records)
  return (name === undefined ? null : sliceOf(data, name)) ?? data
}

/** The identifier of a record that shows a mark of this tool's. Whether it is this run's is for the gate to say. */
export function readMarked(response: StepResponse, as: string): Captures {
  const data = dataOf(response)
  const id = data === null || isOthers(data) ? null : identifierOf(data)
  return id ? { [as]: id } : {}
}

/** Whether a record is not one of this tool's runs. Those come and go, so nothing should depend on them. */
function isOthers({ value }: JsonSlice): boolean {
  return !JSON.stringify(value).includes('[homologa ')
}

/** `isWhole`: for a filter that takes integers, and may read the text that a marketplace calls its category by. */
function taken(
  records: readonly JsonSlice[],
  path: readonly string[],
  name: string,
  isWhole: boolean,
): Captures {
  const usable = /^id(?:$|[A-Z])/.test(path.at(-1) ?? '') ? isIdentifierSlice : isUsable
  const values = records
    .map((record) => sliceAt(record, path))
    .filter(usable)
    .filter(({ value }) => !isWhole || /^\d+$/.test(String(value)))
  const [first] = values
  const second = values.find(({ text }) => text !== first?.text)
  return { ...(first && { [name]: first }), ...(second && { [`${name}2`]: second }) }
}

function isUsable(value: JsonSlice | null): value is JsonSlice {
  return (
    value !== null &&
    (typeof value.value === 'number' || (typeof value.value === 'string' && value.value !== ''))
  )
}

/** Whether the value can identify a record, under any field name. */
function isIdentifierSlice(value: JsonSlice | null): value is JsonSlice {
  return value !== null && isIdentifier(value.value)
}

/** Returns a value within another, by names. A number is an index of an array. */
export function sliceAt(from: JsonSlice, path: readonly string[]): JsonSlice | null {
  let value: JsonSlice | null = from
  for (const name of path) {
    if (value === null) return null
    value = /^\d+$/.test(name)
      ? (elementsOf(value, Number(name) + 1)[Number(name)] ?? null)
      : sliceOf(value, name)
  }
  return value
}

/** Captures the identifier that a create responded with (see {@link createdIn}), in its own text. */
export function createdId({ text }: StepResponse, as: string): Captures {
  const body = text === null ? null : jsonSlice(text)
  if (body === null || createdIn(body.value) === null) return {}
  const data = sliceOf(body, 'data') ?? body
  const made = Array.isArray(data.value) ? (elementsOf(data, 1)[0] ?? data) : data
  const id = identifierOf(made) ?? (isIdentifier(made.value) ? made : null)
  return id ? { [as]: id } : {}
}

/** `id`, else a field named like one, those excepted that are known to be something else. */
export function identifierOf(record: JsonSlice, others: readonly string[] = []): JsonSlice | null {
  if (!isObject(record.value)) return null
  const name = identifierName(record.value, others)
  const id = name === undefined ? null : sliceOf(record, name)
  return id && isIdentifier(id.value) ? id : null
}

/** An identifier that a step can use: in a path, in a query and in a body alike. */
function isIdentifier(value: Json): boolean {
  if (typeof value === 'string') return segmentOf(value) !== null
  return isSomeIdentifier(value) || isRounded(value)
}

export function fromData(response: StepResponse, takes: (data: JsonSlice) => Captures): Captures {
  const data = dataOf(response)
  return data ? takes(data) : {}
}

function dataOf({ text }: StepResponse): JsonSlice | null {
  const body = text === null ? null : jsonSlice(text)
  return body && isObject(body.value) ? sliceOf(body, 'data') : null
}

/** The identifiers of a list's records, as the rules read them. */
export function idsListed({ text }: StepResponse): readonly string[] {
  const data = text === null ? undefined : property(valueIn(parseJson(text)), 'data')
  return idsOf((recordsListed(data) ?? []).filter(isObject))
}

export function idsCaptured(response: StepResponse, name: string): Captures {
  const value = idsListed(response)
  return { [name]: { text: JSON.stringify(value), value } }
}

/** Identifiers that {@link idsCaptured} captured; none where there were none. */
export function idsIn(captured: JsonSlice | undefined): readonly string[] {
  return Array.isArray(captured?.value) ? captured.value : []
}

export function flag(name: string): Captures {
  return { [name]: { text: 'true', value: true } }
}
