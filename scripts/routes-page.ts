/**
 * The tables of docs/reference/routes.md: for each route, which aspects are judged, and whether the specification or the public document says
 * what is right. They are made from the data and functions that the rules use.
 */
import type { z } from 'zod'
import { isCreate, isUpdate, needsRecord, successDemandOf } from '../src/rules/conventions.js'
import { setsSituationOnly } from '../src/rules/records/patched.js'
import { allRoutes, matchRoute } from '../src/specification/find-route.js'
import { spec } from '../src/specification/profile.js'
import { type Route, routeName } from '../src/specification/route.js'
import { loadShapes, type Shapes } from '../src/specification/shapes.js'

/** The letters for who says what is right. `nobody`: it is observed and never judged. `none`: there is nothing to judge. */
const letters = { both: 'B', specification: 'S', document: 'D', nobody: 'o', none: '–' } as const
type By = keyof typeof letters

const descriptions: Readonly<Record<By, string>> = {
  both: 'both',
  specification: 'the specification',
  document: 'the document',
  nobody: 'nobody',
  none: 'not applicable',
}

/** For each aspect of a route, a function that says who judges it. */
const aspects = {
  response(route: Route, shapes: Shapes): By {
    const { tabulated, success, documented } = route
    const byShape = combine(
      shapes.of(route, 'specification')?.data !== undefined,
      shapes.of(route, 'document')?.data !== undefined,
    )
    if (byShape !== 'nobody') return byShape
    return combine(tabulated && success.data === 'none', documented?.data === 'none')
  },
  request(route: Route, shapes: Shapes): By {
    const takesUnknownBody = route.body && !route.documented && !route.tabulated
    return combine(
      shapes.of(route, 'specification')?.body !== undefined,
      shapes.of(route, 'document')?.body !== undefined,
      takesUnknownBody ? 'nobody' : 'none',
    )
  },
  query(route: Route, shapes: Shapes): By {
    const isKnown = (query: z.ZodType | undefined) => query !== undefined
    return combine(
      isKnown(shapes.of(route, 'specification')?.query),
      isKnown(shapes.of(route, 'document')?.query),
    )
  },
  statuses(route: Route): By {
    const general = route.known === 'specification' ? successDemandOf(route, spec).statuses : []
    return combine(general.length > 0, route.documented !== null)
  },
  contents: contentsOf,
}

function combine(bySpecification: boolean, byDocument: boolean, otherwise: By = 'nobody'): By {
  if (bySpecification && byDocument) return 'both'
  if (bySpecification) return 'specification'
  return byDocument ? 'document' : otherwise
}

/**
 * Contents are compared with other exchanges of the same run, for example a created record with a later read of it. That needs a GET
 * route for the single record.
 */
function contentsOf(route: Route): By {
  // without `/situacoes` or `/situacoes/{id}` at the end, which sets a property of the record before it
  const path = route.path.replace(/(?<=.)\/situacoes(\/\{\w+\})?$/, '')
  const hasRead = (record: string) => matchRoute('GET', record, 'document')?.route.success.data === 'object'
  const ifRead = (record: string): By => (hasRead(record) ? route.known : 'nobody')
  if (route.family === 'homologacao') return 'specification'
  if (route.method === 'GET') return route.known
  if (isCreate(route) || route.risk === 'delete-many') return ifRead(`${route.path}/1`)
  if ((route.method === 'PUT' && !setsSituationOnly(route)) || isUpdate(route) || route.risk === 'delete')
    return ifRead(path)
  return /\/(publicar|pausar)$/.test(path) && needsRecord(route) ? route.known : 'nobody'
}

const shapes = await loadShapes()
const rows = allRoutes('document').map((route) => ({
  route,
  judged: Object.values(aspects).map((aspect) => aspect(route, shapes)),
}))

/** The table of all routes: `GET /contatos` and its five letters. */
export const routesTable = {
  head: ['route', 'judged by'],
  rows: rows.map(({ route, judged }) => [
    `\`${routeName(route)}\`${route.known === 'document' ? 'ᴰ' : ''}`,
    `\`${judged.map((by) => letters[by]).join('')}\``,
  ]),
}

/** The table that counts, for each aspect, how many routes are judged by whom. */
export const countsTable = {
  head: ['judged by', ...Object.keys(aspects)],
  rows: (Object.keys(letters) as By[]).map((by) => [
    `${letters[by]}: ${descriptions[by]}`,
    ...Object.keys(aspects).map((_, i) => String(rows.filter(({ judged }) => judged[i] === by).length)),
  ]),
}

export const routeCounts = {
  all: rows.length,
  specified: rows.filter(({ route }) => route.known === 'specification').length,
}
