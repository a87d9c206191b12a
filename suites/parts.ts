/** The parts that the contract of a resource is made of: steps of a route, and the life of a record. */
import { idBetween } from '../src/rules/lists/page-flaws.js'
import type { JsonSlice } from '../src/run/json-slice.js'
import type { Captures, StepResponse, SuiteStep } from '../src/run/suite.js'
import { allRoutes } from '../src/specification/find-route.js'
import type { Route } from '../src/specification/route.js'
import { invalidBodies, manyParameter } from '../src/specification/samples/index.js'
import {
  canLeaveOut,
  createdId,
  fewerText,
  flag,
  fromData,
  idsCaptured,
  idsIn,
  idsListed,
  labelOf,
  listed,
  listedBy,
  nameAtEnd,
  namedStep,
  onRecord,
  type Rest,
  sampleText,
  showsOtherThanAsked,
  step,
  type Takes,
  UNKNOWN_ID,
  unchangedText,
} from './steps.js'

/** The query that a read needs. */
export type Asked = Pick<SuiteStep, 'query'>

/** A list as it comes; what its records show is captured: the identifier under `as`, fields under the names of `takes`. */
export function list(route: Route, as: string | null = null, takes: Takes = {}, asked: Asked = {}) {
  const captures = (response: StepResponse) => ({
    ...listed(response, route, as, takes),
    ...idsCaptured(response, wholeOf(route)),
  })
  return step(route, '', { ...asked, captures })
}

/** A page that no list has. */
const BEYOND = 1_000_000

/** Under which name the identifiers of a whole list are captured. */
function wholeOf({ id }: Route): string {
  return `whole ${id}`
}

/**
 * Short pages, which must share no record and leave none out, and one beyond the end, which must repeat none. A record that somebody
 * creates or deletes meanwhile moves others to another page, so the page or the list that a later one contradicts is read once more.
 *
 * The page beyond the end asks for one record, because some services fail at that limit alone. `third`: in which runs a third page is
 * read; the specification leaves no more requests a route than one list of it may have.
 */
export function pages(
  route: Route,
  { query = {} }: Asked = {},
  third: 'always' | 'document' = 'document',
): SuiteStep[] {
  const limite = 2
  const capture = (pagina: number) => `page ${pagina} ${route.id}`
  const at = (pagina: number): SuiteStep => {
    const before = Array.from({ length: pagina - 1 }, (_, i) => capture(i + 1))
    const repeats = before.map((earlier) => ({
      capture: earlier,
      isNeeded: (response: StepResponse, captures: Captures) =>
        idsListed(response).some((id) => idsIn(captures[earlier]).includes(id)),
    }))
    const loses = (response: StepResponse, captures: Captures) => {
      const [whole, last] = [idsIn(captures[wholeOf(route)]), idsIn(captures[before.at(-1) ?? ''])]
      const ids = idsListed(response)
      return ids.length === 0
        ? whole.length > before.length * limite
        : idBetween(whole, [...last, ...ids]) !== undefined
    }
    return step(route, `page-${pagina}`, {
      query: { ...query, pagina, limite },
      tags: ['paging'],
      captures: (response) => idsCaptured(response, capture(pagina)),
      ...(pagina > 1 && { rechecks: [...repeats, { capture: wholeOf(route), isNeeded: loses }] }),
    })
  }
  const tags = third === 'always' ? ['paging'] : ['paging', 'document']
  return [
    ...[at(1), at(2), { ...at(3), tags: [route.risk, ...tags] }],
    step(route, 'page-beyond', { query: { ...query, pagina: BEYOND, limite: 1 }, tags: ['paging'] }),
  ]
}

/** A list that is asked for one record, without `pagina`. */
export function oneRecord(route: Route): SuiteStep {
  const isEmptied = (response: StepResponse, captures: Captures) =>
    idsListed(response).length === 0 && idsIn(captures[wholeOf(route)]).length > 0
  return step(route, 'one', {
    query: { limite: 1 },
    tags: ['paging'],
    rechecks: [{ capture: wholeOf(route), isNeeded: isEmptied }],
  })
}

/**
 * Narrows a list by each of these values. `{captured}` values are replaced by what {@link list} captured, and that
 * list is read again if a filtered one contradicts it. The list without filters may be empty because it is narrowed
 * by default, so fixed values capture an identifier as well.
 */
export function filters(
  route: Route,
  values: Readonly<Record<string, readonly (string | number)[]>>,
  as: string | null = null,
): SuiteStep[] {
  return Object.entries(values).flatMap(([name, each]) =>
    each.map((value, i) => {
      const reads: Rest =
        typeof value === 'number'
          ? { captures: (response) => listedBy(response, route, as, { name, value }) }
          : { rechecks: [{ capture: value.slice(1, -1), isNeeded: (one) => idsListed(one).length === 0 }] }
      const suffix = `by-${name}${each.length > 1 ? `-${i + 1}` : ''}`
      return step(route, suffix, { query: { [name]: value }, tags: ['filter'], ...reads })
    }),
  )
}

/** A list with filters that its table excludes. */
export function badFilters(route: Route, values: Readonly<Record<string, string | number>>): SuiteStep[] {
  return Object.entries(values).map(([name, value]) =>
    step(route, `by-bad-${name}`, { query: { [name]: value }, intent: 'invalid', tags: ['filter'] }),
  )
}

/** The same request without a token. */
export function refusal(route: Route, asked: Asked = {}): SuiteStep {
  return step(route, 'without-token', { ...asked, intent: 'without-token', tags: ['token'] })
}

/** Reads one record whose identifier was captured. `takes` captures further values from it. */
export function read(route: Route, asked: Asked = {}, takes?: (data: JsonSlice) => Captures): SuiteStep {
  return step(route, '', {
    ...asked,
    rechecks: [{ capture: nameAtEnd(route), isNeeded: showsOtherThanAsked }],
    ...(takes && { captures: (response: StepResponse) => fromData(response, takes) }),
  })
}

/** An identifier that no record has. */
export function unknown(route: Route, id = UNKNOWN_ID, rest: Rest = {}): SuiteStep {
  const path = route.path.replace(/\{\w+\}/, id)
  return step(route, 'unknown', { path, intent: 'unknown-record', tags: ['unknown'], ...rest })
}

/** An identifier that no record can have: digits followed by a text, or a blank where identifiers are texts. */
export function malformed(route: Route, id = '{id}-x'): SuiteStep {
  const path = route.path.replace(/\{(\w+)\}/, (_, name: string) => id.replace('{id}', `{${name}}`))
  return step(route, 'malformed', { path, intent: 'invalid', tags: ['invalid'] })
}

export interface LifeCycle {
  readonly create: Route
  readonly read: Route
  readonly replace?: Route | undefined
  readonly patch?: Route | undefined
  readonly remove?: Route | undefined
  /** Name of the capture, where a family has several such lives. Default: `created`. */
  readonly as?: string
  /** Between reading back and removing; on the record `{created}`. */
  readonly between?: readonly SuiteStep[]
  /** Actions that are tried on what is gone: each must be a 404. */
  readonly onGone?: readonly Route[]
}

/**
 * The life of a record: invalid creates, create, read, replace, read, fill again, patch, read, the parts of
 * `between`, remove, gone.
 */
export function lifeCycle(life: LifeCycle): SuiteStep[] {
  const { create, read, replace, patch, remove, as = 'created', between = [], onGone = [] } = life
  const changes = [replace, patch].filter((route) => route !== undefined)
  return forSakeOf(
    [create],
    [
      ...invalidSteps(create),
      createOwn(create, as, ''),
      readOwn(read, 'created', as),
      ...(replace ? replacement(replace, read, as) : []),
      ...(replace && (patch || between.length > 0) ? wholeAgain(replace, read, as, patch && create) : []),
      ...(patch ? [actOn(patch, as), readOwn(read, 'patched', as), ...invalidChange(patch, as)] : []),
      ...between,
      ...(remove ? removal(remove, read, as, [...changes, ...onGone]) : changes.map(unknownWrite)),
    ],
  )
}

/** Replaced and read, then with less, which must be gone; invalid ones are refused. */
function replacement(replace: Route, read: Route, as: string): SuiteStep[] {
  const fewer = () => [
    step(replace, 'fewer', { path: onRecord(replace, as), body: fewerText(replace, as) }),
    readOwn(read, 'replaced-fewer', as),
  ]
  return [
    actOn(replace, as),
    readOwn(read, 'replaced', as),
    ...(canLeaveOut(replace) ? fewer() : []),
    ...invalidChange(replace, as),
  ]
}

/**
 * Fills a record again that was replaced with fewer fields, because an empty record cannot show that a PATCH removes
 * fields. With `create`, the values of that create are used, because a PATCH to values that the record already holds
 * shows no effect.
 */
function wholeAgain(replace: Route, read: Route, as: string, create?: Route): SuiteStep[] {
  if (!canLeaveOut(replace)) return []
  const body = create === undefined ? sampleText(replace, as) : unchangedText(replace, create, as)
  return [step(replace, 'whole', { path: onRecord(replace, as), body }), readOwn(read, 'whole', as)]
}

/** Removes the record, finds it gone, and can no more change it, act upon it or remove it. */
export function removal(
  remove: Route,
  read: Route,
  as = 'created',
  writes: readonly Route[] = [],
): SuiteStep[] {
  const after = removedFlag(as)
  return [
    removeOwn(remove, as),
    onRemoved(read, 'gone', as, after),
    ...writes.map((route) => onRemoved(route, 'gone', as, after)),
    onRemoved(remove, 'again', as, after),
    ...[...writes, remove]
      // the tables name a 400 that no body can cause
      .filter(({ errors, body }) => errors.includes(400) && !body)
      .map((route) => malformedOnRemoved(route, as, after)),
  ]
}

function removedFlag(as: string): string {
  return as === 'created' ? 'removed' : `${as}Removed`
}

/**
 * Sends a sound operation on a record that this run deleted, if it did (`after` is the capture that says so): the only unknown
 * record that is certainly not somebody else's.
 */
function onRemoved(route: Route, suffix: string, as: string, after: string): SuiteStep {
  return step(route, suffix, {
    path: onRecord(route, as),
    ...(route.body && { body: sampleText(route, as) }),
    needs: [after],
    intent: 'unknown-record',
    tags: [route.method === 'GET' ? 'gone' : 'unknown'],
  })
}

function malformedOnRemoved(route: Route, as: string, after: string): SuiteStep {
  const path = onRecord(route, as).replace(`{${as}}`, `{${as}}-x`)
  return step(route, 'malformed', { path, needs: [after], intent: 'invalid', tags: ['invalid'] })
}

/** A record of its own for actions that change more than it: created, read back, acted upon, removed where that is possible. */
export function actions(
  { create, read, remove }: Pick<LifeCycle, 'create' | 'read' | 'remove'>,
  acts: readonly Route[],
): SuiteStep[] {
  return forSakeOf(acts, [
    createOwn(create, 'acted'),
    readOwn(read, 'acted', 'acted'),
    ...acts.map((act) => actOn(act, 'acted')),
    ...(remove ? [removeOwn(remove, 'acted', 'acted')] : []),
  ])
}

/** Two records of its own, deleted by one request, and gone; `writes` are tried on what is gone. */
export function removeSeveral(
  { create, read }: Pick<LifeCycle, 'create' | 'read'>,
  removeMany: Route,
  writes: readonly Route[] = [],
): SuiteStep[] {
  const after = 'severalRemoved'
  const name = manyParameter(removeMany.id) ?? 'ids[]'
  return forSakeOf(
    [removeMany],
    [
      ...['first', 'second'].flatMap((as) => [createOwn(create, as), readOwn(read, as, as)]),
      step(removeMany, '', {
        query: { [name]: ['{first}', '{second}'] },
        provides: after,
        captures: (response) => (response.status === 204 ? flag(after) : {}),
      }),
      ...['first', 'second'].map((as) => onRemoved(read, `${as}-gone`, as, after)),
      ...writes.map((route) => onRemoved(route, 'gone', 'first', after)),
    ],
  )
}

/** A request on the record, and a read of what it brought about. */
export function actAndRead(route: Route, thenRead: Route, as = 'created', suffix = ''): SuiteStep[] {
  return [actOn(route, as, suffix), readOwn(thenRead, labelOf(route, suffix), as)]
}

/** The custom field's situations: 0 and 1 are accepted and shown, nothing else is accepted. */
export function situations(route: Route, thenRead: Route): SuiteStep[] {
  const path = onRecord(route, 'created')
  const set = (situacao: number): SuiteStep[] => [
    step(route, String(situacao), { path, body: () => JSON.stringify({ situacao }) }),
    readOwn(thenRead, `situation-${situacao}`),
  ]
  const refused = invalidBodies(route.id).map(({ name, text }) =>
    step(route, name, { path, body: () => text, intent: 'invalid' }),
  )
  return [...set(0), ...set(1), ...refused, readOwn(thenRead, 'situation-kept')]
}

/** A list of another collection: for its first record, captured for paths and queries of reads, or to know what was there before. */
export function find(collection: string, as: string | null = null): SuiteStep[] {
  const route = allRoutes('specification').find(({ method, path }) => method === 'GET' && path === collection)
  if (!route) return []
  const name = ['find', ...collection.split('/').filter(Boolean)].join('-')
  const captures = (response: StepResponse) => listed(response, route, as, {})
  return [namedStep(route, name, { query: { limite: 5 }, tags: ['lookup'], captures })]
}

/** Marks steps as done for the sake of some routes: without them they are not sent. */
export function forSakeOf(routes: readonly Route[], steps: readonly SuiteStep[]): SuiteStep[] {
  const serves = routes.map(({ id }) => id)
  return steps.map((one) => ({
    ...one,
    serves: one.serves ?? serves,
    tags: [...new Set([...(one.tags ?? []), 'life-cycle'])],
  }))
}

/** Creates a record of the run's own, and captures its identifier under `as`. */
export function createOwn(route: Route, as: string, suffix = as): SuiteStep {
  return step(route, suffix, { record: as, provides: as, captures: (response) => createdId(response, as) })
}

export function readOwn(route: Route, suffix: string, as = 'created'): SuiteStep {
  return step(route, suffix, { path: onRecord(route, as) })
}

export function removeOwn(route: Route, as = 'created', suffix = ''): SuiteStep {
  const provides = removedFlag(as)
  return step(route, suffix, { path: onRecord(route, as), provides, captures: () => flag(provides) })
}

/** A request on the run's own record, such as an update. */
export function actOn(route: Route, as = 'created', suffix = ''): SuiteStep {
  return step(route, suffix, { path: onRecord(route, as) })
}

/** Sends invalid changes to the run's own record. If the tables name no 400 for it, only a broken body. */
function invalidChange(route: Route, as: string): SuiteStep[] {
  const steps = invalidSteps(route, onRecord(route, as))
  return route.tabulated ? steps : steps.slice(-1)
}

function invalidSteps(route: Route, path = route.path): SuiteStep[] {
  const whole = sampleText(route, 'broken')
  return invalidBodies(route.id).map(({ name, text }) => {
    // a service that reads it all the same makes a record, which must show the mark
    const body = (captures: Captures) =>
      name === 'broken-json' ? (whole(captures)?.slice(0, -1) ?? text) : text
    return step(route, name, { path, body, intent: 'invalid', tags: ['invalid'] })
  })
}

/** Writes to an identifier that does not exist, if the resource has no DELETE. The gate blocks it on a live account. */
function unknownWrite(route: Route): SuiteStep {
  return unknown(route, UNKNOWN_ID, { body: sampleText(route, 'unknown') })
}
