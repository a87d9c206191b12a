/**
 * The contract of a resource, as it follows from the routes of its family: every list, its pages and filters, every single read,
 * the life of a record of the run's own, and what must be refused. A file of a family says only what differs.
 *
 *     export const depositos = contract('depositos')
 */
import type { Suite, SuiteStep } from '../src/run/suite.js'
import { collectionOf } from '../src/specification/collection.js'
import { type Family, families } from '../src/specification/find-route.js'
import type { QueryParameter, Route } from '../src/specification/route.js'
import {
  type Asked,
  actAndRead,
  actions,
  badFilters,
  filters,
  lifeCycle,
  list,
  malformed,
  oneRecord,
  pages,
  read,
  readOwn,
  refusal,
  removeSeveral,
  unknown,
} from './parts.js'
import { labelOf, nameAtEnd, step, type Takes } from './steps.js'

/** The parts of a contract that do not follow from the routes. Keys are actions: route ids without the family. */
export interface Differences {
  /** Fields of a list's records that are captured: `produto.id` → the filter's name. */
  readonly takes?: Readonly<Record<string, Takes>>
  /** Under which name the identifier of a list's records is captured, where no single read below the list tells. */
  readonly identifies?: Readonly<Record<string, string>>
  /** Values for a filter, where they are not captured under its name. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
  /** An identifier that no record has, for identifiers that are texts. */
  readonly unknownIds?: Readonly<Record<string, string>>
  /** Steps that replace those of an action. */
  readonly instead?: Readonly<Record<string, () => readonly SuiteStep[]>>
  /** The query that a read of the public document needs; `{name}` is replaced by a capture. */
  readonly asks?: Readonly<Record<string, NonNullable<SuiteStep['query']>>>
  /** Whether a record that was acted upon is not deleted afterwards. */
  readonly actedStays?: boolean
}

/** One service reads its lists in one place, so one list each shows what becomes of a third page, and of `limite=1` alone. */
const THIRD_PAGE = 'produtos/list'
const ONE_RECORD = 'contatos/list'

/** Makes a contract when a run asks for it: other commands load this file as well, and send none of its steps. */
export type SuiteMaker = () => Suite

/** The contract of a family's resources. */
export function contract(family: Family, differences: Differences = {}): SuiteMaker {
  return suiteOf(family, () => [
    ...stepsOf(specified(family), differences),
    ...documentReads(family, differences),
  ])
}

/** Makes a contract from steps that are listed one by one. */
export function suiteOf(family: Family, steps: () => readonly SuiteStep[]): SuiteMaker {
  return () => ({
    id: family,
    title: family,
    steps: together(steps().map((one) => ({ ...one, id: `${family}/${nameIn(family, one)}` }))),
    carriesHash: false,
    onLimit: 'repeats-step',
    withoutSuccess: 'goes-on',
  })
}

/** Merges the lookups that several parts share, so that each is sent once. */
function together(steps: readonly SuiteStep[]): SuiteStep[] {
  const byId = new Map<string, SuiteStep>()
  for (const one of steps) {
    const known = byId.get(one.id)
    if (known && !one.tags?.includes('lookup')) throw new Error(`two steps have the id '${one.id}'`)
    byId.set(one.id, known ? { ...known, serves: [...(known.serves ?? []), ...(one.serves ?? [])] } : one)
  }
  return [...byId.values()]
}

/** A step of another family's route is named with that family; a lookup names its collection anyway. */
function nameIn(family: Family, { id, tags }: SuiteStep): string {
  const [of, name = ''] = id.split('/')
  return of === family || tags?.includes('lookup') ? name : `${of}-${name}`
}

function specified(family: Family): readonly Route[] {
  return families[family].filter(({ known }) => known === 'specification')
}

/**
 * Reads the routes that only the public document shows. Its writing routes are not tried, because we do not know what
 * they leave in the account.
 */
export function documentReads(family: Family, differences: Differences = {}): SuiteStep[] {
  const reads = families[family].filter(({ method, known }) => method === 'GET' && known === 'document')
  const lists = reads.filter(isList)
  const singles = reads.filter((route) => !isList(route))
  const own = specified(family).length === 0 ? lists.slice(0, 1) : []
  return [
    ...lists.map((route) => listStep(route, differences)),
    ...lists.filter(isCollection).flatMap((route) => pages(route, askedOf(route, differences))),
    ...own.map((route) => refusal(route, askedOf(route, differences))),
    ...singles.flatMap((route) => readSteps(route, differences)),
  ]
}

/** A list to which POST adds has pages. */
function isCollection({ family, path }: Route): boolean {
  const routes: readonly Route[] = families[family as Family]
  return routes.some((route) => isCreate(route) && route.path === path)
}

function stepsOf(routes: readonly Route[], differences: Differences): SuiteStep[] {
  const reads = routes.filter(({ method }) => method === 'GET')
  const lists = reads.filter(isList)
  const flat = lists.filter(({ path }) => !path.includes('{'))
  const nested = lists.filter(({ path }) => path.includes('{'))
  const first = flat[0] ?? reads[0]
  return [
    ...[...flat, ...nested].map((route) => listStep(route, differences)),
    ...lists.flatMap((route) => pagesAndFilters(route, routes, differences)),
    ...(first ? [refusal(first)] : []),
    ...reads.filter((route) => !isList(route)).flatMap((route) => readSteps(route, differences)),
    ...routes.filter(isCreate).flatMap((create, i) => lifeSteps(create, i, routes, differences)),
    // an update of what belongs to the whole account; its own text stays where the read showed none
    ...routes
      .filter(({ method, path }) => method === 'PUT' && !path.includes('{'))
      .map((route) => step(route, '')),
  ]
}

/**
 * Whether the route is a list. GET /anuncios is one, although its table says otherwise about `data`, and so are lists
 * that only the document shows.
 */
function isList({ success, documented, id }: Route): boolean {
  return success.data === 'array' || documented?.data === 'array' || id === 'anuncios/list'
}

function isCreate({ method, success, path, namedOnly }: Route): boolean {
  return method === 'POST' && success.data === 'created' && !path.includes('{') && !namedOnly
}

/** The query that a read is sent with. */
function askedOf(route: Route, { asks }: Differences): Asked {
  const query = asks?.[labelOf(route)]
  return query ? { query } : {}
}

function listStep(route: Route, differences: Differences): SuiteStep {
  const { takes, identifies } = differences
  const action = labelOf(route)
  const as = identifies?.[action] ?? identifierBelow(route)
  return list(route, as, { ...shownFilters(route, as), ...takes?.[action] }, askedOf(route, differences))
}

/**
 * Maps the fields in which records may show the value of a filter: the filter's own name, or the identifier of the object that it names.
 */
function shownFilters({ query, tabulated }: Route, as: string | null): Takes {
  const names = Object.entries(query).flatMap(([name, { values }]) =>
    !tabulated || values || name === as || name === 'pagina' || name === 'limite' ? [] : [name],
  )
  return Object.fromEntries(
    names.flatMap((name) => {
      const object = /^id([A-Z])(.*?)(Query)?$/.exec(name)
      const nested = object ? [[`${object[1]?.toLowerCase()}${object[2]}.id`, name]] : []
      return [...nested, [name, name]]
    }),
  )
}

function pagesAndFilters(route: Route, routes: readonly Route[], { values }: Differences): SuiteStep[] {
  const isPaged =
    Object.hasOwn(route.query, 'pagina') || routes.some((it) => isCreate(it) && it.path === route.path)
  const own = values?.[labelOf(route)] ?? {}
  const tabulated = Object.entries(route.query).filter(
    ([filter]) => filter !== 'pagina' && filter !== 'limite',
  )
  const good = tabulated.map(
    ([filter, parameter]) => [filter, own[filter] ?? valuesOf(filter, parameter)] as const,
  )
  const bad = tabulated.filter(([, { type }]) => type === 'integer')
  return [
    ...(isPaged ? pages(route, {}, route.id === THIRD_PAGE ? 'always' : 'document') : []),
    ...(route.id === ONE_RECORD ? [oneRecord(route)] : []),
    ...filters(route, Object.fromEntries(good), identifierBelow(route)),
    ...badFilters(route, Object.fromEntries(bad.map(([filter, parameter]) => [filter, wrongFor(parameter)]))),
  ]
}

/** The name that the single read of the list's records gives their identifier. */
function identifierBelow({ path, family }: Route): string | null {
  const routes: readonly Route[] = families[family as Family]
  const below = routes.find(
    (route) => route.method === 'GET' && route.path.startsWith(`${path}/{`) && route.path.endsWith('}'),
  )
  return below ? nameAtEnd(below) : null
}

/** All values that the table allows; else what the list shows. */
function valuesOf(filter: string, { values }: QueryParameter): readonly (string | number)[] {
  return values ?? [`{${filter}}`]
}

function wrongFor({ values }: QueryParameter): string | number {
  return values ? Math.max(...values) + 5 : 'abc'
}

function readSteps(route: Route, differences: Differences): SuiteStep[] {
  const isSingle = route.path.endsWith('}') && route.success.data === 'object'
  const textual = differences.unknownIds?.[labelOf(route)]
  return [
    read(route, askedOf(route, differences)),
    ...(isSingle ? [unknown(route, textual)] : []),
    ...(isSingle && route.errors.includes(400) ? [malformed(route, textual ? '%20' : undefined)] : []),
  ]
}

/** The life of a record, what may be done to it, and the end of several. */
function lifeSteps(
  create: Route,
  index: number,
  routes: readonly Route[],
  differences: Differences,
): SuiteStep[] {
  const { path } = create
  const of = routes.filter((route) => collectionOf(route) === path)
  const single = (method: Route['method']) =>
    of.find((route) => route.method === method && isSingle(route, path))
  const read = single('GET')
  if (!read) return []
  const life = {
    create,
    read,
    replace: single('PUT'),
    patch: single('PATCH'),
    remove: single('DELETE'),
  }
  const acts = of.filter(
    (route) => route.method !== 'GET' && route.path.includes('{') && !isSingle(route, path),
  )
  const mild = acts.filter(({ risk }) => risk === 'write')
  const risky = acts.filter((route) => !mild.includes(route))
  const several = of.filter(
    (route) => route.method === 'POST' && route !== create && !route.path.includes('{'),
  )
  const many = of.find(({ risk }) => risk === 'delete-many')
  const as = index === 0 ? 'created' : `created${index + 1}`
  const between = [
    ...mild.flatMap((act) => differences.instead?.[labelOf(act)]?.() ?? actAndRead(act, read, as)),
    // its body names the record, as a situation for several does
    ...several.flatMap((act) => [step(act, '', { needs: ['created'] }), readOwn(read, labelOf(act))]),
  ]
  const writes = life.remove || !life.replace ? [] : [life.replace]
  return [
    ...lifeCycle({ ...life, as, between, onGone: mild }),
    ...(risky.length > 0 ? actions(differences.actedStays ? { create, read } : life, risky) : []),
    ...(many ? removeSeveral(life, many, writes) : []),
  ]
}

function isSingle(route: Route, collection: string): boolean {
  return route.path.startsWith(`${collection}/{`) && route.path.indexOf('}') === route.path.length - 1
}
