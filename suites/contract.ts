/**
 * What the contract of a resource is made of. A resource's file lists these; its steps follow from the routes, so that a
 * file reads as the contract of its resource and nothing else.
 *
 *     export const depositos = contract('depositos', [
 *       list('list', 'idDeposito'), pages('list'), refusal('list'),
 *       read('read'), unknown('read'),
 *       lifeCycle({ create: 'create', read: 'read', replace: 'replace' }),
 *     ])
 */
import { isObject, type Json } from '../src/exchange/json.js'
import { elementsOf, type JsonSlice, jsonSlice, sliceOf } from '../src/run/json-slice.js'
import { withMark } from '../src/run/mark.js'
import type { Captures, StepAnswer, Suite, SuiteStep } from '../src/run/suite.js'
import { allRoutes, routeById } from '../src/specification/families/index.js'
import { type Route, routeName } from '../src/specification/route.js'
import {
  fillReferences,
  invalidBodies,
  manyParameter,
  referencesOf,
  resourceOf,
  type Sample,
  type SampleObject,
  sampleBody,
} from '../src/specification/samples/index.js'

/** Steps of a family. Actions are route ids without the family: `create`; another family's have it: `produtos/create`. */
export type Part = (family: string) => readonly SuiteStep[]

/** The contract of a resource. */
export function contract(family: string, parts: readonly Part[]): Suite {
  return {
    id: family,
    title: family,
    steps: together(
      parts.flatMap((part) => part(family)).map((one) => ({ ...one, id: `${family}/${nameOf(one)}` })),
    ),
    carriesHash: false,
    onLimit: 'repeats-step',
    withoutSuccess: 'goes-on',
  }
}

/** What several parts look up is looked up once, for the sake of all. */
function together(steps: readonly SuiteStep[]): SuiteStep[] {
  const byId = new Map<string, SuiteStep>()
  for (const one of steps) {
    const known = byId.get(one.id)
    if (known && !one.tags?.includes('lookup')) throw new Error(`two steps have the id '${one.id}'`)
    byId.set(one.id, known ? { ...known, serves: [...(known.serves ?? []), ...(one.serves ?? [])] } : one)
  }
  return [...byId.values()]
}

/** A step's id without its route's family. */
function nameOf({ id }: SuiteStep): string {
  return id.slice(id.indexOf('/') + 1)
}

/** A list as it comes; what its records show is captured: the identifier under `as`, fields under the names of `takes`. */
export function list(action: string, as: string | null = null, takes: Takes = {}): Part {
  return (family) => {
    const route = routeOf(family, action)
    return [step(route, action, { captures: (answer) => listed(answer, route, as, takes) })]
  }
}

/** Two short pages, which must share no record. */
export function pages(action: string): Part {
  return (family) => {
    const route = routeOf(family, action)
    return [1, 2].map((pagina) =>
      step(route, `${action}-page-${pagina}`, { query: { pagina, limite: 2 }, tags: ['paging'] }),
    )
  }
}

/** A list narrowed by each of these: `{captured}` values stand for what {@link list} took. */
export function filters(
  action: string,
  values: Readonly<Record<string, readonly (string | number)[]>>,
): Part {
  return (family) => {
    const route = routeOf(family, action)
    return Object.entries(values).flatMap(([name, each]) =>
      each.map((value, i) =>
        step(route, `${action}-by-${name}${each.length > 1 ? `-${i + 1}` : ''}`, {
          query: { [name]: value },
          tags: ['filter'],
        }),
      ),
    )
  }
}

/** A list with filters that its table excludes. */
export function badFilters(action: string, values: Readonly<Record<string, string | number>>): Part {
  return (family) =>
    Object.entries(values).map(([name, value]) =>
      step(routeOf(family, action), `${action}-by-bad-${name}`, {
        query: { [name]: value },
        intent: 'invalid',
        tags: ['filter'],
      }),
    )
}

/** The same request without a token. */
export function refusal(action: string): Part {
  return (family) => [
    step(routeOf(family, action), `${action}-without-token`, { intent: 'without-token', tags: ['token'] }),
  ]
}

/** One record, whose identifier was captured; `takes` reads further captures from it. */
export function read(action: string, takes?: (data: JsonSlice) => Captures): Part {
  return (family) => [
    step(routeOf(family, action), action, {
      ...(takes && { captures: (answer: StepAnswer) => fromData(answer, takes) }),
    }),
  ]
}

/** An identifier that no record has. */
export function unknown(action: string, id = '99999999999'): Part {
  return (family) => {
    const route = routeOf(family, action)
    const path = route.path.replace(/\{\w+\}/, id)
    return [step(route, `${action}-unknown`, { path, intent: 'unknown-record', tags: ['unknown'] })]
  }
}

export interface LifeCycle {
  readonly create: string
  readonly read: string
  readonly replace?: string
  readonly patch?: string
  readonly remove?: string
  /** Name of the capture, where a family has several such lives. Default: `created`. */
  readonly as?: string
  /** Between reading back and removing; on the record `{created}`. */
  readonly between?: readonly Part[]
}

/** Invalid creates, create, read back, replace and read, patch and read, whatever lies between, remove, gone. */
export function lifeCycle({
  create,
  read,
  replace,
  patch,
  remove,
  as = 'created',
  between = [],
}: LifeCycle): Part {
  return (family) => {
    const route = routeOf(family, create)
    const parts = [
      lookups(create),
      invalid(create),
      createOwn(create, as, create),
      readOwn(read, 'created', as),
      ...(replace ? [changeOwn(replace, as), readOwn(read, 'replaced', as), unknownWrite(replace)] : []),
      ...(patch ? [changeOwn(patch, as), readOwn(read, 'patched', as)] : []),
      ...between,
      ...(remove ? removal(remove, read, as) : []),
    ]
    return forTheSakeOf(
      [route.id],
      parts.flatMap((part) => part(family)),
    )
  }
}

/** Removed, gone, and not to be removed again; nor is what never was. */
function removal(remove: string, read: string, as: string): Part[] {
  const after = removedFlag(as)
  return [
    removeOwn(remove, as),
    readGone(read, 'gone', as, after),
    removeAgain(remove, as, after),
    unknownWrite(remove),
  ]
}

function removedFlag(as: string): string {
  return as === 'created' ? 'removed' : `${as}Removed`
}

/** A record of its own for actions that change more than it: created, read back, acted upon, removed where that is possible. */
export function actions(
  { create, read, remove }: Pick<LifeCycle, 'create' | 'read' | 'remove'>,
  acts: readonly string[],
): Part {
  return (family) => {
    const parts = [
      lookups(create),
      createOwn(create, 'acted'),
      readOwn(read, 'acted', 'acted'),
      ...acts.map((act) => actOn(act, 'acted')),
      ...(remove ? [removeOwn(remove, 'acted', `${remove}-acted`)] : []),
    ]
    const served = acts.map((act) => routeOf(family, act).id)
    return forTheSakeOf(
      served,
      parts.flatMap((part) => part(family)),
    )
  }
}

/** Two records of its own, deleted by one request, and gone. */
export function removeSeveral(create: string, read: string, removeMany: string): Part {
  return (family) => {
    const route = routeOf(family, removeMany)
    const name = manyParameter(route.id) ?? 'ids[]'
    const several = step(route, removeMany, {
      query: { [name]: ['{first}', '{second}'] },
      captures: (answer) => (answer.status === 204 ? flag('severalRemoved') : {}),
    })
    const parts = [
      lookups(create),
      createOwn(create, 'first'),
      readOwn(read, 'first', 'first'),
      createOwn(create, 'second'),
      readOwn(read, 'second', 'second'),
      () => [several],
      readGone(read, 'first-gone', 'first', 'severalRemoved'),
      readGone(read, 'second-gone', 'second', 'severalRemoved'),
    ]
    return forTheSakeOf(
      [route.id],
      parts.flatMap((part) => part(family)),
    )
  }
}

/** A request on the record `{created}`, and a read of what it brought about. */
export function actOnCreated(action: string, thenRead: string | null = null): Part {
  return (family) => [
    ...actOn(action, 'created')(family),
    ...(thenRead ? readOwn(thenRead, action, 'created')(family) : []),
  ]
}

/** A request whose body speaks of the record `{created}`, such as a situation for several. */
export function nameCreated(action: string): Part {
  return (family) => [step(routeOf(family, action), action, { needs: ['created'] })]
}

/** The custom field's situations: 0 and 1 are accepted and shown, nothing else is accepted. */
export function situations(action: string, readAction: string): Part {
  return (family) => {
    const route = routeOf(family, action)
    const path = onRecord(route, 'created')
    const set = (situacao: number): SuiteStep[] => [
      step(route, `${action}-${situacao}`, { path, body: () => JSON.stringify({ situacao }) }),
      ...readOwn(readAction, `situation-${situacao}`, 'created')(family),
    ]
    const refused = invalidBodies(route.id).map(({ name, text }) =>
      step(route, `${action}-${name}`, { path, body: () => text, intent: 'invalid' }),
    )
    return [...set(0), ...set(1), ...refused, ...readOwn(readAction, 'situation-kept', 'created')(family)]
  }
}

/** An update of what belongs to the whole account. Its own text stays where the read showed none. */
export function replaceOnly(action: string): Part {
  return (family) => [step(routeOf(family, action), action)]
}

/** The first record of another collection, captured for bodies and paths. */
export function find(collection: string, as: string | null = null, takes: Takes = {}): Part {
  return () => {
    const route = listAt(collection)
    return route ? [findStep(route, as, takes)] : []
  }
}

/** Marks steps as done for the sake of some routes: without them they are not sent. */
export function forSakeOf(actions: readonly string[], parts: readonly Part[]): Part {
  return (family) =>
    forTheSakeOf(
      actions.map((action) => routeOf(family, action).id),
      parts.flatMap((part) => part(family)),
    )
}

/** Field of a record by path → name of the capture; a second, different value is captured as `<name>2`. */
export type Takes = Readonly<Record<string, string>>

/** Creates a record of the run's own, and captures its identifier under `as`. */
export function createOwn(create: string, as: string, label = `${create}-${as}`): Part {
  return (family) => {
    const route = routeOf(family, create)
    return [step(route, localName(label), { captures: (answer) => createdId(answer, as) })]
  }
}

export function readOwn(action: string, label: string, as = 'created'): Part {
  return (family) => {
    const route = routeOf(family, action)
    return [step(route, localName(`${action}-${label}`), { path: onRecord(route, as) })]
  }
}

/** A read of what was deleted, if it was: `after` is the capture that says so. */
export function readGone(action: string, label = 'gone', as = 'created', after = 'removed'): Part {
  return (family) => {
    const route = routeOf(family, action)
    const path = onRecord(route, as)
    return [
      step(route, localName(`${action}-${label}`), {
        path,
        needs: [after],
        intent: 'unknown-record',
        tags: ['gone'],
      }),
    ]
  }
}

export function removeOwn(action: string, as = 'created', label = action): Part {
  return (family) => {
    const route = routeOf(family, action)
    const captures = () => flag(removedFlag(as))
    return [step(route, localName(label), { path: onRecord(route, as), captures })]
  }
}

export function actOn(action: string, as: string): Part {
  return (family) => {
    const route = routeOf(family, action)
    return [step(route, localName(action), { path: onRecord(route, as) })]
  }
}

/** A step of a route. `name` is unique within the suite. */
export function step(route: Route, name: string, rest: Partial<SuiteStep> = {}): SuiteStep {
  const { tags = [], ...other } = rest
  const body = rest.body ?? (route.body && rest.intent === undefined ? sampleText(route) : undefined)
  const needs = [...(other.needs ?? []), ...(route.body && body && !rest.body ? neededReferences(route) : [])]
  return {
    id: `${route.family}/${localName(name)}`,
    title: routeName(route),
    method: route.method,
    path: route.path,
    ...other,
    ...(needs.length > 0 && { needs }),
    ...(body && { body }),
    tags: [...new Set([route.risk, ...tags])],
  }
}

export function routeOf(family: string, action: string): Route {
  const id = action.includes('/') ? action : `${family}/${action}`
  const route = routeById(id)
  if (!route) throw new Error(`no route has the id '${id}'`)
  return route
}

/** The first page of each collection that the body refers to, its own excepted: that one's list was read. */
function lookups(create: string): Part {
  return (family) => {
    const route = routeOf(family, create)
    const own = resourceOf(route.path)?.collection
    const all = referencesOf(sampleBody(route.id) ?? {}).filter((collection) => collection !== own)
    return all.flatMap((collection) => find(collection)(family))
  }
}

function findStep(route: Route, as: string | null, takes: Takes): SuiteStep {
  const name = ['find', ...route.path.split('/').filter(Boolean)].join('-')
  return step(route, name, {
    query: { limite: 5 },
    tags: ['lookup'],
    captures: (answer) => listed(answer, route, as, takes),
  })
}

function listAt(collection: string): Route | null {
  return (
    allRoutes('specification').find(({ method, path }) => method === 'GET' && path === collection) ?? null
  )
}

function invalid(create: string): Part {
  return (family) => {
    const route = routeOf(family, create)
    const whole = sampleText(route)
    return invalidBodies(route.id).map(({ name, text }) => {
      // a service that reads it all the same makes a record, which must show the mark
      const body = (captures: Captures) =>
        name === 'broken-json' ? (whole(captures)?.slice(0, -1) ?? text) : text
      return step(route, localName(`${create}-${name}`), { body, intent: 'invalid', tags: ['invalid'] })
    })
  }
}

export function changeOwn(action: string, as = 'created'): Part {
  return (family) => {
    const route = routeOf(family, action)
    return [step(route, localName(action), { path: onRecord(route, as) })]
  }
}

/** An update or a deletion of no record; a body is sound, so that only the identifier is wrong. */
function unknownWrite(action: string): Part {
  return (family) => {
    const route = routeOf(family, action)
    const path = route.path.replace(/\{\w+\}/, '99999999999')
    const body = sampleText(route)
    return [
      step(route, localName(`${action}-unknown`), {
        path,
        body,
        intent: 'unknown-record',
        tags: ['unknown'],
      }),
    ]
  }
}

/** What is gone cannot be deleted again. */
function removeAgain(action: string, as: string, after: string): Part {
  return (family) => {
    const route = routeOf(family, action)
    const path = onRecord(route, as)
    return [
      step(route, `${action}-again`, {
        path,
        needs: [after],
        intent: 'unknown-record',
        tags: ['unknown'],
      }),
    ]
  }
}

/** The route's path on a captured record; further identifiers keep their names. */
function onRecord(route: Route, as: string): string {
  return route.path.replace(/\{\w+\}/, `{${as}}`)
}

function forTheSakeOf(serves: readonly string[], steps: readonly SuiteStep[]): SuiteStep[] {
  return steps.map((one) => ({
    ...one,
    serves: one.serves ?? serves,
    tags: [...new Set([...(one.tags ?? []), 'life-cycle'])],
  }))
}

/** `produtos/create` of another family, as part of a step's name. */
function localName(action: string): string {
  return action.replace('/', '-')
}

/** Captures `sample <route id>` that a user's file brings win over ours. */
export function sampleText(route: Route): (captures: Captures) => string | undefined {
  const collection = resourceOf(route.path)?.collection
  return (captures) => {
    const own = captures[`sample ${route.id}`]
    const body = (own?.value as SampleObject | undefined) ?? sampleBody(route.id)
    if (!body) return undefined
    const idOf = (referred: string) => idFor(referred, collection, captures)
    const filled = fillReferences(body, idOf) as SampleObject
    const mark = captures.mark?.value
    const isMarked = route.success.data === 'created' || route.method === 'PUT' || route.method === 'PATCH'
    return JSON.stringify(isMarked && typeof mark === 'string' ? withMark(filled, mark) : filled)
  }
}

/** A body for several names the record of the run; others name what a list showed. */
function idFor(referred: string, own: string | undefined, captures: Captures): Sample | null {
  const created = referred === own && captures.created ? captures.created : captures[`ref ${referred}`]
  return created ? (created.value as Sample) : null
}

/** Captures without which a required field would be missing. */
function neededReferences(route: Route): string[] {
  const resource = resourceOf(route.path)
  const body = sampleBody(route.id)
  if (!resource || !body) return []
  return resource.required.flatMap((name) => {
    const value = body[name]
    return value === undefined
      ? []
      : referencesOf(value)
          .filter((it) => it !== resource.collection)
          .map((it) => `ref ${it}`)
  })
}

const MOST_LOOKED_AT = 10

function listed(answer: StepAnswer, route: Route, as: string | null, takes: Takes): Captures {
  const data = dataOf(answer)
  const records = data ? elementsOf(data, MOST_LOOKED_AT).filter(isOthers) : []
  const filtered = Object.keys(takes)
  const ids = records
    .map((record) => identifierOf(record, filtered))
    .filter((id): id is JsonSlice => id !== null)
  const [id] = ids
  const captures: Record<string, JsonSlice> = {}
  if (id) captures[`ref ${route.path}`] = id
  if (id && as) captures[as] = id
  for (const [path, name] of Object.entries(takes))
    Object.assign(captures, taken(records, path.split('.'), name))
  return captures
}

/** Records of this tool's runs come and go; nobody else's body should lean on them. */
function isOthers({ text }: JsonSlice): boolean {
  return !text.includes('[homologa ')
}

function taken(records: readonly JsonSlice[], path: readonly string[], name: string): Captures {
  const values = records.map((record) => sliceAt(record, path)).filter(isUsable)
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

/** A value within, by names; a number stands for a place in an array. */
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

function createdId(answer: StepAnswer, as: string): Captures {
  const data = dataOf(answer)
  const id = data && (identifierOf(data) ?? (isIdentifier(data.value) ? data : null))
  return id ? { [as]: id } : {}
}

/** `id`, else a field named like one, those excepted that are known to be something else. */
export function identifierOf(record: JsonSlice, others: readonly string[] = []): JsonSlice | null {
  if (!isObject(record.value)) return null
  const name = Object.hasOwn(record.value, 'id')
    ? 'id'
    : Object.keys(record.value).find((key) => /^id[A-Z]/.test(key) && !others.includes(key))
  const id = name === undefined ? null : sliceOf(record, name)
  return id && isIdentifier(id.value) ? id : null
}

function isIdentifier(value: Json): boolean {
  return typeof value === 'number'
    ? value > 0 && Number.isInteger(value)
    : typeof value === 'string' && value.trim() !== ''
}

function fromData(answer: StepAnswer, takes: (data: JsonSlice) => Captures): Captures {
  const data = dataOf(answer)
  return data ? takes(data) : {}
}

export function dataOf({ text }: StepAnswer): JsonSlice | null {
  const body = text === null ? null : jsonSlice(text)
  return body && isObject(body.value) ? sliceOf(body, 'data') : null
}

function flag(name: string): Captures {
  return { [name]: { text: 'true', value: true } }
}
