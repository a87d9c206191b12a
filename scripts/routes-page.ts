/** What of each route is judged, and by whose word: the rows of docs/reference/routes.md, asked of the very code that judges. */
import type { z } from 'zod'
import { addressesRecord, demandOn, isCreate, isUpdate } from '../src/rules/conventions.js'
import { isSituation } from '../src/rules/records/patched.js'
import { allRoutes, matchRoute } from '../src/specification/find-route.js'
import { bling, spec } from '../src/specification/profile.js'
import { type Route, routeName } from '../src/specification/route.js'
import { loadShapes, type Shapes } from '../src/specification/shapes.js'

/** Who says what is right; nobody: it is told in the report and never judged. `none`: there is nothing to judge. */
const marks = { both: 'S D', specification: 'S', document: 'D', nobody: 'o', none: '–' } as const
type By = keyof typeof marks

interface Cell {
  readonly by: By
  /** What is judged, or why nothing is. */
  readonly told: string
}

const aspects = ['answer', 'request', 'query', 'statuses', 'contents'] as const
type Aspect = (typeof aspects)[number]

type RouteRow = { readonly route: Route } & Readonly<Record<Aspect, Cell>>

function by(specification: boolean, document: boolean, otherwise: By = 'nobody'): By {
  if (specification && document) return 'both'
  if (specification) return 'specification'
  return document ? 'document' : otherwise
}

function rowOf(route: Route, shapes: Shapes): RouteRow {
  return {
    route,
    answer: answerOf(route, shapes),
    request: requestOf(route, shapes),
    query: queryOf(route, shapes),
    statuses: statusesOf(route),
    contents: contentsOf(route),
  }
}

function answerOf(route: Route, shapes: Shapes): Cell {
  const { tabulated, success, documented } = route
  const shown = by(
    shapes.of(route, 'specification')?.data !== undefined,
    shapes.of(route, 'document')?.data !== undefined,
  )
  if (shown !== 'nobody') return { by: shown, told: documented?.bare ? 'with or without `data`' : '`data`' }
  const empty = by(tabulated && success.data === 'none', documented?.data === 'none')
  return { by: empty, told: empty === 'nobody' ? 'not shown' : 'no body' }
}

function requestOf(route: Route, shapes: Shapes): Cell {
  const shown = by(
    shapes.of(route, 'specification')?.body !== undefined,
    shapes.of(route, 'document')?.body !== undefined,
  )
  if (shown !== 'nobody') return { by: shown, told: 'body' }
  const takesOne = route.body && !route.documented && !route.tabulated
  return takesOne ? { by: 'nobody', told: 'not shown' } : { by: 'none', told: 'takes no body' }
}

function queryOf(route: Route, shapes: Shapes): Cell {
  const count = (query: z.ZodType | undefined) =>
    Object.keys((query as z.ZodObject | undefined)?.shape ?? {}).length
  const specified = count(shapes.of(route, 'specification')?.query)
  const documented = count(shapes.of(route, 'document')?.query)
  const known = by(
    shapes.of(route, 'specification')?.query !== undefined,
    shapes.of(route, 'document')?.query !== undefined,
  )
  if (known === 'nobody') return { by: 'nobody', told: 'not shown' }
  const most = Math.max(specified, documented)
  return { by: known, told: most === 0 ? 'takes none' : `${most} ${most === 1 ? 'parameter' : 'parameters'}` }
}

function statusesOf(route: Route): Cell {
  const general = route.known === 'specification' ? demandOn(route, spec).statuses : []
  const { statuses } = demandOn(route, bling)
  const errors = new Set([...route.errors, ...(route.documented?.errors ?? [])])
  if (addressesRecord(route)) errors.add(404)
  const told = [...new Set([...general, ...statuses]), ...[...errors].sort()].join(' ')
  return { by: by(general.length > 0, route.documented !== null), told }
}

/** What is held against other exchanges of the same traffic. */
function contentsOf(route: Route): Cell {
  const knowledge = route.known
  const isRead = (path: string) => matchRoute('GET', path, 'document')?.route.success.data === 'object'
  const source = (told: string): Cell => ({ by: knowledge, told })
  const unread: Cell = { by: 'nobody', told: 'no single read to hold it against' }
  const path = route.path.replace(/(?<=.)\/situacoes(\/\{\w+\})?$/, '')
  if (route.family === 'homologacao') return { by: 'specification', told: 'the procedure' }
  if (route.method === 'GET')
    return source(addressesRecord(route) ? 'the very record' : 'pages and identifiers')
  if (isCreate(route)) return isRead(`${route.path}/1`) ? source('read back as sent') : unread
  if (route.method === 'PUT' && !isSituation(route)) return isRead(path) ? source('replaced whole') : unread
  if (isUpdate(route)) return isRead(path) ? source('nothing else changed') : unread
  if (route.risk === 'delete') return isRead(path) ? source('gone afterwards') : unread
  if (route.risk === 'delete-many') return isRead(`${path}/1`) ? source('gone afterwards') : unread
  if (/\/(publicar|pausar)$/.test(path)) return source('the situation moved')
  return { by: 'nobody', told: 'its effect is not shown' }
}

const rows: readonly RouteRow[] = await loadShapes().then((shapes) =>
  allRoutes('document').map((route) => rowOf(route, shapes)),
)

/** Head and rows of the table of all routes. */
export const routesTable = {
  head: ['route', ...aspects],
  rows: rows.map((row) => [
    `\`${routeName(row.route)}\`${row.route.known === 'document' ? ' ᴰ' : ''}`,
    ...aspects.map((aspect) => `${marks[row[aspect].by]} ${row[aspect].told}`),
  ]),
}

/** Head and rows of the counts. */
export const countsTable = {
  head: ['judged by', ...aspects],
  rows: (Object.keys(marks) as By[]).map((who) => [
    `${marks[who]} ${{ both: 'both', specification: 'the specification', document: 'the public document', nobody: 'nobody: observed', none: 'nothing to judge' }[who]}`,
    ...aspects.map((aspect) => String(rows.filter((row) => row[aspect].by === who).length)),
  ]),
}

export const routeCounts = {
  all: rows.length,
  specified: rows.filter(({ route }) => route.known === 'specification').length,
}
