/** What of each route is judged, and by whose word: the rows of docs/reference/routes.md. They ask the code that judges. */
import type { z } from 'zod'
import { addressesRecord, demandOn, isCreate, isUpdate } from '../src/rules/conventions.js'
import { isSituation } from '../src/rules/records/patched.js'
import { allRoutes, matchRoute } from '../src/specification/find-route.js'
import { spec } from '../src/specification/profile.js'
import { type Route, routeName } from '../src/specification/route.js'
import { loadShapes, type Shapes } from '../src/specification/shapes.js'

/** Who says what is right. `nobody`: it is observed and never judged. `none`: there is nothing to judge. */
const marks = { both: 'B', specification: 'S', document: 'D', nobody: 'o', none: '–' } as const
type By = keyof typeof marks

const judges: Readonly<Record<By, string>> = {
  both: 'both',
  specification: 'the specification',
  document: 'the document',
  nobody: 'nobody',
  none: 'not applicable',
}

const aspects = {
  response(route: Route, shapes: Shapes): By {
    const { tabulated, success, documented } = route
    const shown = by(
      shapes.of(route, 'specification')?.data !== undefined,
      shapes.of(route, 'document')?.data !== undefined,
    )
    if (shown !== 'nobody') return shown
    return by(tabulated && success.data === 'none', documented?.data === 'none')
  },
  request(route: Route, shapes: Shapes): By {
    const takesUnknown = route.body && !route.documented && !route.tabulated
    return by(
      shapes.of(route, 'specification')?.body !== undefined,
      shapes.of(route, 'document')?.body !== undefined,
      takesUnknown ? 'nobody' : 'none',
    )
  },
  query(route: Route, shapes: Shapes): By {
    const isKnown = (query: z.ZodType | undefined) => query !== undefined
    return by(isKnown(shapes.of(route, 'specification')?.query), isKnown(shapes.of(route, 'document')?.query))
  },
  statuses(route: Route): By {
    const general = route.known === 'specification' ? demandOn(route, spec).statuses : []
    return by(general.length > 0, route.documented !== null)
  },
  contents: contentsOf,
}

function by(specification: boolean, document: boolean, otherwise: By = 'nobody'): By {
  if (specification && document) return 'both'
  if (specification) return 'specification'
  return document ? 'document' : otherwise
}

/** What is compared with other exchanges of the same traffic, which needs a read of the single record. */
function contentsOf(route: Route): By {
  const path = route.path.replace(/(?<=.)\/situacoes(\/\{\w+\})?$/, '')
  const hasRead = (record: string) => matchRoute('GET', record, 'document')?.route.success.data === 'object'
  const ifRead = (record: string): By => (hasRead(record) ? route.known : 'nobody')
  if (route.family === 'homologacao') return 'specification'
  if (route.method === 'GET') return route.known
  if (isCreate(route) || route.risk === 'delete-many') return ifRead(`${route.path}/1`)
  if ((route.method === 'PUT' && !isSituation(route)) || isUpdate(route) || route.risk === 'delete')
    return ifRead(path)
  return /\/(publicar|pausar)$/.test(path) && addressesRecord(route) ? route.known : 'nobody'
}

const shapes = await loadShapes()
const rows = allRoutes('document').map((route) => ({
  route,
  judged: Object.values(aspects).map((aspect) => aspect(route, shapes)),
}))

/** Head and rows of the table of all routes. */
export const routesTable = {
  head: ['route', 'judged by'],
  rows: rows.map(({ route, judged }) => [
    `\`${routeName(route)}\`${route.known === 'document' ? 'ᴰ' : ''}`,
    `\`${judged.map((who) => marks[who]).join('')}\``,
  ]),
}

/** Head and rows of the counts. */
export const countsTable = {
  head: ['judged by', ...Object.keys(aspects)],
  rows: (Object.keys(marks) as By[]).map((who) => [
    `${marks[who]}: ${judges[who]}`,
    ...Object.keys(aspects).map((_, i) => String(rows.filter(({ judged }) => judged[i] === who).length)),
  ]),
}

export const routeCounts = {
  all: rows.length,
  specified: rows.filter(({ route }) => route.known === 'specification').length,
}
