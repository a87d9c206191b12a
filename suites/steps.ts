/**
 * Makes single steps of a contract, with their names, paths and bodies. `captures.ts` takes values from responses, and
 * `reads.ts` and `life-cycle.ts` combine steps to sequences.
 */
import type { JsonSlice } from '../src/run/json-slice.js'
import { MARK_START, withMark } from '../src/run/mark.js'
import type { Captures, SuiteStep } from '../src/run/suite.js'
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
  userBodyName,
  vocabularies,
} from '../src/specification/samples/index.js'

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
  const hasSample = sampleBody(route.id) !== null
  // a step that is wrong on purpose (`intent`) brings its own body, or sends none
  const body = rest.body ?? (hasSample && rest.intent === undefined ? sampleText(route, record) : undefined)
  return {
    id: `${route.family}/${name}`,
    title: routeName(route),
    method: route.method,
    path: route.path,
    ...other,
    ...(body && { body }),
    // from the sample, the plan knows which records to create first, also for a body that the step brings
    ...(body && hasSample && { sample: route.id }),
    ...offerParameters(route, other.query),
    tags: [...new Set([route.risk, ...tags])],
  }
}

/**
 * The parameters that all operations on listings share (`integration`) are sent if their values are known. A value that the user gave
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

/** The first capture in a path: `acted` for `/nfe/{acted}/enviar`; `created` if there is none. */
function recordInPath(path = ''): string {
  return /\{(\w+)\}/.exec(path)?.[1] ?? 'created'
}

/**
 * The route's path with a captured record: `/nfe/{idNotaFiscal}/lancar-estoque/{idDeposito}` becomes
 * `/nfe/{created}/lancar-estoque/{ref_depositos}`, because the run refers to a warehouse of its own. An entry of a vocabulary,
 * such as `{idSituacao}`, belongs to nobody; a list is captured under the name of the parameter.
 */
export function pathOnRecord({ path }: Route, record: string): string {
  const [first = ''] = /\{\w+\}/.exec(path) ?? []
  return path.replace(/\{(\w+)\}/g, (whole, name: string) => {
    if (whole === first) return `{${record}}`
    const collection = referredByPath[name]
    return collection === undefined || vocabularies.has(collection) ? whole : `{${referenceName(collection)}}`
  })
}

/** Makes the body of a route for a record, from the user's body or ours. Its unique values are the same in each request to that record. */
export function sampleText(route: Route, record: string): (captures: Captures) => string | undefined {
  const collection = resourceOf(route.path)?.collection
  return (captures) => {
    const userBody = captures[userBodyName(route.id)]?.value as SampleObject | undefined
    const body = userBody ?? sampleBody(route.id)
    if (!body) return undefined
    const idOf = (referred: string, field: string | null) => {
      if (field !== null) return sentFieldOf(referred, field, captures)
      // an update that refers to its own collection (the parent of a category) names the record that the run has created
      const isCreate = route.success.data === 'created'
      const name = referred === collection && !isCreate ? 'created' : referenceName(referred)
      return (captures[name]?.value as Sample) ?? null
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
    // without a mark, nothing is found: an empty text would be found in every value
    const mark = capturedText(captures.mark) || MARK_START
    const kept = Object.entries(body).filter(
      ([name, value]) => required.includes(name) || JSON.stringify(value).includes(mark),
    )
    return JSON.stringify(Object.fromEntries(kept))
  }
}

/** Returns the fields of the route's body with the values that the body of `source` has. */
export function textWithValuesOf(
  source: Route,
  route: Route,
  record: string,
): (captures: Captures) => string | undefined {
  const full = sampleText(route, record)
  const sourceText = sampleText(source, record)
  return (captures) => {
    const values = JSON.parse(sourceText(captures) ?? '{}') as SampleObject
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

/** Returns the parameter at the end of a route's path: `idContato`. It is empty if the path ends without one. */
export function lastParameter({ path }: Route): string {
  return /\{(\w+)\}$/.exec(path)?.[1] ?? ''
}
