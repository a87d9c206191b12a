/**
 * The steps that read: lists with their pages and filters, single records, and the same requests without a token or with a
 * wrong identifier. `contract.ts` chooses them by the routes of a family. `rechecks` are earlier requests that are sent again if
 * the response contradicts them, because somebody may have written meanwhile.
 */
import { idBetween } from '../src/rules/lists/page-flaws.js'
import type { JsonSlice } from '../src/run/json-slice.js'
import type { Captures, StepResponse, SuiteStep } from '../src/run/suite.js'
import { allRoutes } from '../src/specification/find-route.js'
import type { Route } from '../src/specification/route.js'
import {
  capturedIds,
  captureFilteredList,
  captureFromData,
  captureFromList,
  captureListedIds,
  contradictsFilter,
  type FieldCaptures,
  listedIds,
} from './captures.js'
import { lastParameter, namedStep, type Rest, step, UNKNOWN_ID } from './steps.js'

/** The query that a read needs, such as `{ query: { formato: 'xml' } }`. */
export type WithQuery = Pick<SuiteStep, 'query'>

/** Reads a list. Captures an identifier of its records as `idName` (null: none), and their fields as `fields` says. */
export function list(
  route: Route,
  idName: string | null = null,
  fields: FieldCaptures = {},
  withQuery: WithQuery = {},
): SuiteStep {
  const captures = (response: StepResponse) => ({
    ...captureFromList(response, route, idName, fields),
    ...captureListedIds(response, wholeListName(route)),
  })
  return step(route, '', { ...withQuery, captures })
}

/** The capture that has all identifiers of a list. */
function wholeListName({ id }: Route): string {
  return `whole ${id}`
}

/** A page beyond the end of every list. */
const PAGE_BEYOND = 1_000_000
const PAGE_SIZE = 2

/**
 * Reads three short pages, which must share no record and leave none out, and a page beyond the end, which must be empty.
 * To save requests, `thirdPage` can limit the third page to runs that know the public document. The page beyond the end has
 * `limite=1`, because some services fail only then.
 */
export function readPages(
  route: Route,
  { query = {}, thirdPage = 'with-document' }: WithQuery & { thirdPage?: 'always' | 'with-document' } = {},
): SuiteStep[] {
  const third = readPage(route, 3, query)
  const tagsOfThird = thirdPage === 'always' ? [] : ['document']
  const beyond = { ...query, pagina: PAGE_BEYOND, limite: 1 }
  return [
    readPage(route, 1, query),
    readPage(route, 2, query),
    { ...third, tags: [...(third.tags ?? []), ...tagsOfThird] },
    step(route, 'page-beyond', { query: beyond, tags: ['paging'] }),
  ]
}

/**
 * Reads one page. If somebody creates or deletes a record meanwhile, records move to another page. So if the page shares a
 * record with an earlier page, or lacks one of the whole list, the earlier response is read once more.
 */
function readPage(route: Route, page: number, query: NonNullable<SuiteStep['query']>): SuiteStep {
  const pageName = (number: number) => `page ${number} ${route.id}`
  const earlierPages = Array.from({ length: page - 1 }, (_, i) => pageName(i + 1))
  const sharesRecord = earlierPages.map((capture) => ({
    capture,
    isNeeded: (response: StepResponse, captures: Captures) =>
      listedIds(response).some((id) => capturedIds(captures[capture]).includes(id)),
  }))
  const lacksRecord = (response: StepResponse, captures: Captures) => {
    const whole = capturedIds(captures[wholeListName(route)])
    const previous = capturedIds(captures[pageName(page - 1)])
    const ids = listedIds(response)
    // the earlier pages have room for so many records; any more belong on this page
    if (ids.length === 0) return whole.length > earlierPages.length * PAGE_SIZE
    return idBetween(whole, [...previous, ...ids]) !== undefined
  }
  return step(route, `page-${page}`, {
    query: { ...query, pagina: page, limite: PAGE_SIZE },
    tags: ['paging'],
    captures: (response) => captureListedIds(response, pageName(page)),
    ...(page > 1 && {
      rechecks: [...sharesRecord, { capture: wholeListName(route), isNeeded: lacksRecord }],
    }),
  })
}

/** Reads a list with `limite=1` and without `pagina`. */
export function listOneRecord(route: Route): SuiteStep {
  const contradictsWholeList = (response: StepResponse, captures: Captures) =>
    listedIds(response).length === 0 && capturedIds(captures[wholeListName(route)]).length > 0
  return step(route, 'one', {
    query: { limite: 1 },
    tags: ['paging'],
    rechecks: [{ capture: wholeListName(route), isNeeded: contradictsWholeList }],
  })
}

/**
 * Reads a list once for each value of each filter: `{ situacao: [1, 2], idLoja: ['{idLoja}'] }`. A value in braces is
 * replaced by what {@link list} captured; if the filtered list is empty, the list is read again. For other values an
 * identifier is captured as well, because a default filter may have left the list without filters empty.
 */
export function filterList(
  route: Route,
  values: Readonly<Record<string, readonly (string | number)[]>>,
  idName: string | null = null,
): SuiteStep[] {
  const filterBy = (name: string, value: string | number, suffix: string): SuiteStep => {
    const effects: Rest =
      typeof value === 'number'
        ? { captures: (response) => captureFilteredList(response, route, idName, { name, value }) }
        : {
            // `{idLoja}` is the capture `idLoja`
            rechecks: [
              { capture: value.slice(1, -1), isNeeded: (response) => listedIds(response).length === 0 },
            ],
          }
    return step(route, suffix, { query: { [name]: value }, tags: ['filter'], ...effects })
  }
  return Object.entries(values).flatMap(([name, filterValues]) =>
    filterValues.map((value, i) => {
      const number = filterValues.length > 1 ? `-${i + 1}` : ''
      return filterBy(name, value, `by-${name}${number}`)
    }),
  )
}

/** Reads a list with filter values that its table excludes. */
export function filterListWrongly(
  route: Route,
  values: Readonly<Record<string, string | number>>,
): SuiteStep[] {
  return Object.entries(values).map(([name, value]) =>
    step(route, `by-bad-${name}`, { query: { [name]: value }, intent: 'invalid', tags: ['filter'] }),
  )
}

export function sendWithoutToken(route: Route, withQuery: WithQuery = {}): SuiteStep {
  return step(route, 'without-token', { ...withQuery, intent: 'without-token', tags: ['token'] })
}

/** Reads one record whose identifier was captured. `capture` takes further values from `data`. */
export function read(
  route: Route,
  withQuery: WithQuery = {},
  capture?: (data: JsonSlice) => Captures,
): SuiteStep {
  return step(route, '', {
    ...withQuery,
    rechecks: [{ capture: lastParameter(route), isNeeded: contradictsFilter }],
    ...(capture && { captures: (response: StepResponse) => captureFromData(response, capture) }),
  })
}

/** Sends an identifier that no record has. */
export function sendUnknownId(route: Route, id = UNKNOWN_ID, rest: Rest = {}): SuiteStep {
  const path = route.path.replace(/\{\w+\}/, id)
  return step(route, 'unknown', { path, intent: 'unknown-record', tags: ['unknown'], ...rest })
}

/** Sends an identifier that no record can have: by default a captured one followed by `-x`. */
export function sendMalformedId(route: Route, id = '{id}-x'): SuiteStep {
  const path = route.path.replace(/\{(\w+)\}/, (_, name: string) => id.replace('{id}', `{${name}}`))
  return step(route, 'malformed', { path, intent: 'invalid', tags: ['invalid'] })
}

/** Reads the list of a collection, and captures an identifier as `idName`. In a suite, lookups of the same list are sent once. */
export function find(collection: string, idName: string | null = null): SuiteStep[] {
  const route = allRoutes('specification').find(({ method, path }) => method === 'GET' && path === collection)
  if (!route) return []
  const name = ['find', ...collection.split('/').filter(Boolean)].join('-')
  const captures = (response: StepResponse) => captureFromList(response, route, idName, {})
  return [namedStep(route, name, { query: { limite: 5 }, tags: ['lookup'], captures })]
}
