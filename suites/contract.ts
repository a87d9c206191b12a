/**
 * Makes the contract suite of a resource from the routes of its family: it reads every list with its pages and filters and
 * every single record, takes a record of its own through its life, and sends what must be refused. `families.ts` says only
 * how a family differs, for example that its records cannot be deleted after an action:
 *
 *     nfse: contract('nfse', { keepsActedOn: true })
 */
import { contractDefaults, type Suite, type SuiteStep } from '../src/run/suite.js'
import { addressesRecord, addsRecord, collectionOf } from '../src/specification/collection.js'
import { type Family, families } from '../src/specification/find-route.js'
import type { Route } from '../src/specification/route.js'
import type { FieldCaptures } from './captures.js'
import { actAndRead, actOnNewRecord, lifeCycle, readOwn, removeSeveral } from './life-cycle.js'
import {
  filterList,
  filterListWrongly,
  list,
  listOneRecord,
  read,
  readPages,
  sendMalformedId,
  sendUnknownId,
  sendWithoutToken,
  type WithQuery,
} from './reads.js'
import { lastParameter, step, stepName } from './steps.js'

type ByAction<T> = Readonly<Record<string, T>>

/** How a contract differs from what its routes say, by action: the route's id without the family. */
export interface Differences {
  /** Further fields to capture from a list's records: `{ 'origem.id': 'idOrigem' }`. */
  readonly fieldCaptures?: ByAction<FieldCaptures>
  /** The name under which a list's identifier is captured. By default it is the last parameter of the read below the list. */
  readonly identifierNames?: ByAction<string>
  /** Values for the filters of a list. By default they are captured under the filter's name. */
  readonly filterValues?: ByAction<Readonly<Record<string, readonly string[]>>>
  /** An identifier that no record has, if identifiers are texts. */
  readonly unknownIds?: ByAction<string>
  /** Steps to send instead of those that {@link actAndRead} makes for an action. */
  readonly replacements?: ByAction<() => readonly SuiteStep[]>
  /** The query that a read of the public document needs; `{name}` is replaced by a capture. */
  readonly queries?: ByAction<NonNullable<SuiteStep['query']>>
  /** Whether a record on which an action was taken is not deleted afterwards. */
  readonly keepsActedOn?: boolean
}

/** Every run reads the third page of one list, and `limite=1` alone of another. Only runs that know the document read further third pages. */
const THIRD_PAGE_LIST = 'produtos/list'
const ONE_RECORD_LIST = 'contatos/list'

/** Makes a suite only when a run needs it, because commands that send none of its steps import this file as well. */
export type SuiteMaker = () => Suite

/** The contract of a family's resources. */
export function contract(family: Family, differences: Differences = {}): SuiteMaker {
  return suiteOf(family, () => [
    ...specifiedSteps(specifiedRoutes(family), differences),
    ...documentReads(family, differences),
  ])
}

/** A contract of which the steps are listed one by one. */
export function suiteOf(family: Family, makeSteps: () => readonly SuiteStep[]): SuiteMaker {
  return () => {
    const steps = makeSteps().map((suiteStep) => ({
      ...suiteStep,
      id: `${family}/${nameInSuite(family, suiteStep)}`,
    }))
    return { id: family, title: family, steps: mergeLookups(steps), ...contractDefaults }
  }
}

/** Merges lookups (reads that only find identifiers) with the same id, so that each is sent once and serves all their routes. */
function mergeLookups(steps: readonly SuiteStep[]): SuiteStep[] {
  const byId = new Map<string, SuiteStep>()
  for (const suiteStep of steps) {
    const known = byId.get(suiteStep.id)
    if (known && !suiteStep.tags?.includes('lookup'))
      throw new Error(`two steps have the id '${suiteStep.id}'`)
    const serves = [...(known?.serves ?? []), ...(suiteStep.serves ?? [])]
    byId.set(suiteStep.id, known ? { ...known, serves } : suiteStep)
  }
  return [...byId.values()]
}

/** The name of a step without its family, or `contas-pagar-read` for a step of another family's route. */
function nameInSuite(family: Family, { id, tags }: SuiteStep): string {
  const [stepFamily, name = ''] = id.split('/')
  // the name of a lookup names its collection already: `find-contas-pagar`
  return stepFamily === family || tags?.includes('lookup') ? name : `${stepFamily}-${name}`
}

function specifiedRoutes(family: Family): readonly Route[] {
  return families[family].filter(({ known }) => known === 'specification')
}

/**
 * Reads the routes that only the public document shows. Its writing routes are not sent, because we do not know what
 * they leave in the account.
 */
export function documentReads(family: Family, differences: Differences = {}): SuiteStep[] {
  const reads = families[family].filter(({ method, known }) => method === 'GET' && known === 'document')
  const lists = reads.filter(isList)
  const singles = reads.filter((route) => !isList(route))
  // in other families a specified route is sent without a token (`specifiedSteps`), and one such request is enough
  const withoutToken = specifiedRoutes(family).length === 0 ? lists.slice(0, 1) : []
  return [
    ...lists.map((route) => listStep(route, differences)),
    ...lists.filter(hasCreate).flatMap((route) => readPages(route, queryOf(route, differences))),
    ...withoutToken.map((route) => sendWithoutToken(route, queryOf(route, differences))),
    ...singles.flatMap((route) => readSteps(route, differences)),
  ]
}

/** Whether POST adds to the list. Such lists have pages. */
function hasCreate({ family, path }: Route): boolean {
  const routes: readonly Route[] = families[family as Family]
  return routes.some((route) => isCreate(route) && route.path === path)
}

function specifiedSteps(routes: readonly Route[], differences: Differences): SuiteStep[] {
  const reads = routes.filter(({ method }) => method === 'GET')
  const lists = reads.filter(isList)
  const topLists = lists.filter(({ path }) => !path.includes('{'))
  const nestedLists = lists.filter(({ path }) => path.includes('{'))
  const singles = reads.filter((route) => !isList(route))
  const withoutToken = topLists[0] ?? reads[0]
  // such a PUT changes a setting of the whole account
  const accountUpdates = routes.filter(({ method, path }) => method === 'PUT' && !path.includes('{'))
  return [
    ...[...topLists, ...nestedLists].map((route) => listStep(route, differences)),
    ...lists.flatMap((route) => pageAndFilterSteps(route, routes, differences)),
    ...(withoutToken ? [sendWithoutToken(withoutToken)] : []),
    ...singles.flatMap((route) => readSteps(route, differences)),
    ...routes.filter(isCreate).flatMap((create, index) => lifeSteps({ create, index, routes, differences })),
    ...accountUpdates.map((route) => step(route, '')),
  ]
}

/** Whether the route is a list, by the specification or by the public document. The table of GET /anuncios says object. */
function isList({ success, documented, id }: Route): boolean {
  return success.data === 'array' || documented?.data === 'array' || id === 'anuncios/list'
}

/** Whether a POST adds a record. Of a path that the specification names without a method (`namedOnly`), nothing is known. */
function isCreate(route: Route): boolean {
  return addsRecord(route) && !route.namedOnly
}

function queryOf(route: Route, { queries }: Differences): WithQuery {
  const query = queries?.[stepName(route)]
  return query ? { query } : {}
}

function listStep(route: Route, differences: Differences): SuiteStep {
  const action = stepName(route)
  const idName = differences.identifierNames?.[action] ?? identifierName(route)
  const fields = { ...fieldsOfFilters(route, idName), ...differences.fieldCaptures?.[action] }
  return list(route, idName, fields, queryOf(route, differences))
}

/**
 * The fields in which records may show the value of a filter. For the filter `idCategoria` these are `idCategoria` and
 * `categoria.id`; for `idLojaQuery` they are `idLojaQuery` and `loja.id`.
 */
function fieldsOfFilters({ query, tabulated }: Route, idName: string | null): FieldCaptures {
  const fields: Record<string, string> = {}
  if (!tabulated) return fields
  for (const [filter, { values }] of Object.entries(query)) {
    if (values || filter === idName || isPaging(filter)) continue
    const [, initial, rest] = /^id([A-Z])(.*?)(?:Query)?$/.exec(filter) ?? []
    if (initial !== undefined) fields[`${initial.toLowerCase()}${rest}.id`] = filter
    fields[filter] = filter
  }
  return fields
}

function isPaging(parameter: string): boolean {
  return parameter === 'pagina' || parameter === 'limite'
}

function pageAndFilterSteps(route: Route, routes: readonly Route[], differences: Differences): SuiteStep[] {
  const canAdd = routes.some((other) => isCreate(other) && other.path === route.path)
  const isPaged = canAdd || Object.hasOwn(route.query, 'pagina')
  const ownValues = differences.filterValues?.[stepName(route)] ?? {}
  const good: Record<string, readonly (string | number)[]> = {}
  const wrong: Record<string, string | number> = {}
  for (const [filter, { type, values }] of Object.entries(route.query)) {
    if (isPaging(filter)) continue
    good[filter] = ownValues[filter] ?? values ?? [`{${filter}}`]
    // a number that is not among the filter's values, or else no number
    if (type === 'integer') wrong[filter] = values ? Math.max(...values) + 5 : 'abc'
  }
  return [
    ...(isPaged
      ? readPages(route, { thirdPage: route.id === THIRD_PAGE_LIST ? 'always' : 'with-document' })
      : []),
    ...(route.id === ONE_RECORD_LIST ? [listOneRecord(route)] : []),
    ...filterList(route, good, identifierName(route)),
    ...filterListWrongly(route, wrong),
  ]
}

/** The name that the single read of the list's records gives their identifier: `idContato` for `/contatos`. */
function identifierName({ path, family }: Route): string | null {
  const routes: readonly Route[] = families[family as Family]
  const single = routes.find(
    (route) => route.method === 'GET' && addressesRecord(route) && route.path.startsWith(`${path}/{`),
  )
  return single ? lastParameter(single) : null
}

function readSteps(route: Route, differences: Differences): SuiteStep[] {
  const isRecord = route.path.endsWith('}') && route.success.data === 'object'
  const unknownText = differences.unknownIds?.[stepName(route)]
  const mayBeInvalid = isRecord && route.errors.includes(400)
  return [
    read(route, queryOf(route, differences)),
    ...(isRecord ? [sendUnknownId(route, unknownText)] : []),
    // if identifiers are texts, `7-x` could be one, so a blank (`%20`) is sent
    ...(mayBeInvalid ? [sendMalformedId(route, unknownText ? '%20' : undefined)] : []),
  ]
}

interface Creation {
  readonly create: Route
  /** The position among the family's creates. */
  readonly index: number
  readonly routes: readonly Route[]
  readonly differences: Differences
}

/** Takes a record through its life, acts on a second one, and removes several with one request. */
function lifeSteps({ create, index, routes, differences }: Creation): SuiteStep[] {
  const { path } = create
  const ofCollection = routes.filter((route) => collectionOf(route) === path)
  const findSingle = (method: Route['method']) =>
    ofCollection.find((route) => route.method === method && addressesRecord(route))
  const read = findSingle('GET')
  if (!read) return []
  const replace = findSingle('PUT')
  const remove = findSingle('DELETE')
  const life = { create, read, replace, patch: findSingle('PATCH'), remove }

  const actions = ofCollection.filter(
    (route) => route.method !== 'GET' && route.path.includes('{') && !addressesRecord(route),
  )
  const harmless = actions.filter(({ risk }) => risk === 'write')
  const risky = actions.filter(({ risk }) => risk !== 'write')
  const onSeveral = ofCollection.filter(
    (route) => route.method === 'POST' && route !== create && !route.path.includes('{'),
  )
  const removeMany = ofCollection.find(({ risk }) => risk === 'delete-many')
  const record = index === 0 ? 'created' : `created${index + 1}`
  const between = [
    ...harmless.flatMap(
      (action) => differences.replacements?.[stepName(action)]?.() ?? actAndRead(action, read, record),
    ),
    // whatever the record's name here, the body lists the record `created`, for example in `produtos/set-situations`
    ...onSeveral.flatMap((action) => [
      step(action, '', { needs: ['created'] }),
      readOwn(read, stepName(action)),
    ]),
  ]
  // a PUT to a removed record must be refused; without a single DELETE, only the removal of several leaves such a record
  const writesOnRemoved = remove || !replace ? [] : [replace]
  return [
    ...lifeCycle({ ...life, record, between, onRemoved: harmless }),
    ...(risky.length > 0
      ? actOnNewRecord({ create, read, remove: differences.keepsActedOn ? undefined : remove }, risky)
      : []),
    ...(removeMany ? removeSeveral(life, removeMany, writesOnRemoved) : []),
  ]
}
