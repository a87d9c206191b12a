/**
 * The form of a route, and the builders that keep `routes/` as short as the tables of the specification.
 */

/** Where our knowledge of the service ends: at the specification, or at the service's public document as well. */
export type Knowledge = 'specification' | 'document'

/** What a route may do to a live account; decides what it takes to call it. `access`: who may enter the account. */
export type Risk = 'read' | 'write' | 'delete' | 'delete-many' | 'money' | 'fiscal' | 'stock' | 'access'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A tabulated query parameter. `values`: the only values allowed; `default`: what the service assumes. */
export interface QueryParameter {
  readonly type: 'integer' | 'string'
  readonly values?: readonly number[]
  readonly default?: number
  /** Its name in the public document, where the tables call it otherwise. */
  readonly documentedAs?: string
}

export type Query = Readonly<Record<string, QueryParameter>>

/** What success looks like. `status: null`: the specification gives the route's shape alone, so any 2xx passes. */
export interface Success {
  readonly status: number | null
  /** Kind of `data`: `either` where the specification leaves it open; `none` for answers without a body. */
  readonly data: DataKind
}

export type DataKind = 'array' | 'object' | 'created' | 'either' | 'none'

/** What the service's public document shows of an operation, for profiles whose knowledge is `document`. */
export interface Documented {
  /** Success statuses; a DELETE of several answers 204, or 200 with what it warns of. */
  readonly statuses: readonly number[]
  /** What the answers with a body hold. */
  readonly data: DataKind
  /** The document shows the answer without the property `data` about it. */
  readonly bare: boolean
  readonly errors: readonly number[]
  /** Whether a JSON body is sent. */
  readonly body: boolean
  /** Whether the first identifier of the path is a text; elsewhere it is a whole number. */
  readonly isTextual: boolean
}

export interface Route {
  /** `<family>/<action>`: `borderos/read`. */
  readonly id: string
  /** The file that holds it, and the resource name of the command line. */
  readonly family: string
  readonly method: Method
  /** Template below the base address, `{…}` for identifiers. */
  readonly path: string
  readonly risk: Risk
  readonly query: Query
  /** Whether a JSON body is sent. */
  readonly body: boolean
  readonly success: Success
  /** Tabulated error statuses. */
  readonly errors: readonly number[]
  /** Whether query, body and answers are shown (the tables), or the shape alone ("Other version 3 routes"). */
  readonly tabulated: boolean
  /** Whether the specification names the path without a method: its GET may be observed, and is never judged. */
  readonly namedOnly: boolean
  /** Who names it: the specification, or the public document alone. */
  readonly known: Knowledge
  /** null where the public document has no such operation. */
  readonly documented: Documented | null
}

/** A row of the specification's tables. Left out: what the method alone decides. */
export interface Row {
  readonly method: Method
  readonly path: string
  readonly success: Success
  readonly errors?: readonly number[]
  readonly query?: Query
  readonly body?: boolean
  readonly risk?: Risk
}

/** The tabulated routes of a family, by action. §Endpoints */
export function routes(family: string, rows: Readonly<Record<string, Row>>): readonly Route[] {
  return Object.entries(rows).map(([action, row]) => ({
    id: `${family}/${action}`,
    family,
    method: row.method,
    path: row.path,
    risk: row.risk ?? riskOf(row.method, row.path),
    query: row.query ?? {},
    body: row.body ?? sendsBody(row.method, row.success),
    success: row.success,
    errors: row.errors ?? [],
    tabulated: true,
    namedOnly: false,
    known: 'specification',
    documented: null,
  }))
}

/** `GET /contatos`, and what its shape does not tell: that it answers one record, sends no body, or risks more. */
export type Shape = string | readonly [string, Pick<Partial<Row>, 'success' | 'body' | 'risk'>]

/** Routes of which the specification gives method and path alone. §Other version 3 routes */
export function shapes(family: string, rows: Readonly<Record<string, Shape>>): readonly Route[] {
  return Object.entries(rows).flatMap(([action, shape]) => {
    const [text, rest] = typeof shape === 'string' ? [shape, {}] : shape
    const [method, path] = text.split(' ') as [Method, string]
    const row = { method, path, success: successOfShape(method, path), ...rest }
    return routes(family, { [action]: row }).map((route) => ({ ...route, tabulated: false }))
  })
}

/** Routes that are named without a method; the methods here are guesses, good for naming traffic and nothing else. */
export function named(family: string, rows: Readonly<Record<string, Shape>>): readonly Route[] {
  return shapes(family, rows).map((route) => ({ ...route, namedOnly: true }))
}

/**
 * The routes of a family with what the public document shows of each, by action: success and error statuses and what the
 * answer holds, as in `'200 204 object 400'`. One that the specification does not name begins with method and path.
 * Other words: `body` (one is sent), `bare` (the answer is not wrapped in `data`), `text` (the path's identifier is none of digits), a {@link Risk} other than the usual.
 */
export function documented(
  family: string,
  specified: readonly Route[],
  rows: Readonly<Record<string, string>>,
): readonly Route[] {
  const own = specified.map((route) => {
    const row = rows[route.id.slice(family.length + 1)]
    return row === undefined ? route : { ...route, documented: readRow(row).documented }
  })
  const known = new Set(specified.map((route) => route.id))
  const added = Object.entries(rows).filter(([action]) => !known.has(`${family}/${action}`))
  return [...own, ...added.map(([action, row]) => documentedRoute(`${family}/${action}`, family, row))]
}

function documentedRoute(id: string, family: string, row: string): Route {
  const { method, path, risk, documented } = readRow(row)
  const { data, body } = documented
  return {
    id,
    family,
    method,
    path,
    risk: risk ?? riskOf(method, path),
    query: {},
    body,
    success: { status: null, data },
    errors: [],
    tabulated: false,
    namedOnly: false,
    known: 'document',
    documented,
  }
}

interface DocumentedRow {
  readonly method: Method
  readonly path: string
  readonly risk: Risk | undefined
  readonly documented: Documented
}

function readRow(row: string): DocumentedRow {
  const words = row.split(' ')
  const statuses = words.filter((word) => /^\d{3}$/.test(word)).map(Number)
  return {
    method: (words.find((word) => /^[A-Z]+$/.test(word)) ?? 'GET') as Method,
    path: words.find((word) => word.startsWith('/')) ?? '',
    risk: risks.find((risk) => words.includes(risk)),
    documented: {
      statuses: statuses.filter((status) => status < 400),
      data: dataKinds.find((kind) => words.includes(kind)) ?? 'none',
      bare: words.includes('bare'),
      errors: statuses.filter((status) => status >= 400),
      body: words.includes('body'),
      isTextual: words.includes('text'),
    },
  }
}

const risks: readonly Risk[] = [
  'read',
  'write',
  'delete',
  'delete-many',
  'money',
  'fiscal',
  'stock',
  'access',
]
const dataKinds: readonly DataKind[] = ['array', 'object', 'created', 'either', 'none']

/** 200 with one record. */
export const found: Success = { status: 200, data: 'object' }

/** 200 with an array of records. */
export const list: Success = { status: 200, data: 'array' }

/** 201 with the new record's identifier. */
export const created: Success = { status: 201, data: 'created' }

/** 200 with the changed record's identifier. */
export const updated: Success = { status: 200, data: 'created' }

/** 204 without a body. */
export const noContent: Success = { status: 204, data: 'none' }

/** Any 2xx, any body. */
export const anySuccess: Success = { status: null, data: 'either' }

/** Any 2xx; an array is to be expected. */
const anyList: Success = { status: null, data: 'array' }

/** Any 2xx; one record is to be expected. */
export const anyFound: Success = { status: null, data: 'object' }

/** Any 2xx; an identifier is to be expected. */
export const anyCreated: Success = { status: null, data: 'created' }

export const integer: QueryParameter = { type: 'integer' }
export const text: QueryParameter = { type: 'string' }

/** The shared pagination parameters. */
export const paging: Query = { pagina: integer, limite: integer }

/** The shared parameters of the listing operations; their definitions are not shown. The tables name the store's after its definition. */
export const integration: Query = { tipoIntegracao: text, idLojaQuery: { ...text, documentedAs: 'idLoja' } }

/** What a tabulated parameter is called by who knows so much. */
export function parameterName({ query }: Pick<Route, 'query'>, name: string, knowledge: Knowledge): string {
  return (knowledge === 'document' && query[name]?.documentedAs) || name
}

/** `GET /borderos/{idBordero}`, as findings and reports name a route. */
export function routeName(route: Pick<Route, 'method' | 'path'>): string {
  return `${route.method} ${route.path}`
}

/** Actions whose consequence reaches beyond the record, by the segment that names them. */
const actionRisks: Readonly<Record<string, Risk>> = {
  baixar: 'money',
  'lancar-contas': 'money',
  'estornar-contas': 'money',
  enviar: 'fiscal',
  cancelar: 'fiscal',
  'gerar-nfe': 'fiscal',
  'gerar-nfce': 'fiscal',
  'lancar-estoque': 'stock',
  'estornar-estoque': 'stock',
}

function riskOf(method: Method, path: string): Risk {
  if (method === 'GET') return 'read'
  if (method === 'DELETE') return path.endsWith('}') ? 'delete' : 'delete-many'
  const action = path.split('/').findLast((segment) => !segment.startsWith('{')) ?? ''
  return actionRisks[action] ?? 'write'
}

function sendsBody(method: Method, success: Success): boolean {
  return method === 'PUT' || method === 'PATCH' || (method === 'POST' && success.data === 'created')
}

/** GET of a record answers it, GET of a collection a list, POST to a collection creates; the rest is open. */
function successOfShape(method: Method, path: string): Success {
  if (method === 'GET') return path.endsWith('}') ? anyFound : anyList
  return method === 'POST' && !path.includes('{') ? anyCreated : anySuccess
}
