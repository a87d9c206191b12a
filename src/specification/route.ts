/** Whether only the specification is known, or the service's public document as well. */
export type Knowledge = 'specification' | 'document'

const risks = ['read', 'write', 'delete', 'delete-many', 'money', 'fiscal', 'stock', 'access'] as const

/**
 * The harm that a route may do to a live account. It decides what the user must allow before the route is called.
 * `access` changes who may enter the account.
 */
export type Risk = (typeof risks)[number]

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface QueryParameter {
  readonly type: 'integer' | 'string'
  /** The only values allowed, if the specification lists them. */
  readonly values?: readonly number[]
  /** The value that the service assumes if the parameter is missing. */
  readonly default?: number
  /** Its name in the public document, if the specification's tables use another. */
  readonly documentedAs?: string
}

export type Query = Readonly<Record<string, QueryParameter>>

export interface Success {
  /** null if the specification does not say it: then any 2xx passes. */
  readonly status: number | null
  readonly data: DataKind
}

const dataKinds = ['array', 'object', 'created', 'either'] as const

/**
 * The kind of a response's `data`. `created`: the identifier alone; `either`: an object or an array, because the
 * specification leaves it open; `none`: the response has no body.
 */
export type DataKind = (typeof dataKinds)[number] | 'none'

/** The part of an operation that the service's public document shows, for profiles whose knowledge is `document`. */
export interface Documented {
  /** Success statuses. A DELETE of several records responds with 204, or with 200 and warnings. */
  readonly statuses: readonly number[]
  readonly data: DataKind
  /** Whether the document shows the response without the property `data` around it. */
  readonly bare: boolean
  readonly errors: readonly number[]
  /** Whether a JSON body is sent. */
  readonly body: boolean
  /** Whether the first identifier of the path is a text. Otherwise it is a whole number. */
  readonly isTextual: boolean
}

export interface Route {
  /** `<family>/<action>`: `borderos/read`. */
  readonly id: string
  /** The key of its group in `routes.ts`, and the resource name on the command line. */
  readonly family: string
  readonly method: Method
  /** Template below the base address: `/borderos/{idBordero}`. */
  readonly path: string
  readonly risk: Risk
  readonly query: Query
  /** Whether a JSON body is sent. */
  readonly body: boolean
  readonly success: Success
  /** Tabulated error statuses. */
  readonly errors: readonly number[]
  /**
   * True if the tables of the specification show query, body and responses; false if "Other version 3 routes" lists
   * only method and path.
   */
  readonly tabulated: boolean
  /** True if the specification names the path without a method. Such a route may be observed, and is never judged. */
  readonly namedOnly: boolean
  /** `document` if only the public document names the route, else `specification`. */
  readonly known: Knowledge
  /** null if the public document has no such operation. */
  readonly documented: Documented | null
}

/**
 * A route as `routes.ts` writes it: three columns, and the query parameters if the specification tabulates any.
 *
 *     'GET /borderos/{idBordero} | 200 object 404 | 200 object 404'
 *
 * The first column is the request, the second shows what the specification says about it, and the third what the
 * service's public document says. `routes.ts` explains the words.
 */
export type Row = string | readonly [string, Query]

/** Reads the rows of a family; `rows` has them by action. */
export function routesOf(family: string, rows: Readonly<Record<string, Row>>): readonly Route[] {
  return Object.entries(rows).map(([action, row]) => parseRow(family, action, row))
}

function parseRow(family: string, action: string, row: Row): Route {
  const [columns, query = {}] = typeof row === 'string' ? [row] : row
  const [request = '', inSpecification = '-', inDocument = '-'] = columns.split(' | ')
  const [method, path] = request.split(' ') as [Method, string]
  const isSpecified = inSpecification !== '-'
  // the word of the risk is in the first column that knows the route
  const words = (isSpecified ? inSpecification : inDocument).split(' ')
  const documented = inDocument === '-' ? null : parseDocumented(inDocument.split(' '))
  const route = {
    id: `${family}/${action}`,
    family,
    method,
    path,
    risk: risks.find((risk) => words.includes(risk)) ?? riskOf(method, path),
    query,
    known: isSpecified ? 'specification' : 'document',
    documented,
  } as const
  // each route is in one of the columns, so the second condition is only for the compiler
  if (isSpecified || documented === null) return { ...route, ...parseSpecified(words, method, path) }
  const { data, body } = documented
  return { ...route, body, success: { status: null, data }, errors: [], tabulated: false, namedOnly: false }
}

/** For a route without a table (`listed`, `path-only`), body and kind of `data` follow from method and path. */
function parseSpecified(words: readonly string[], method: Method, path: string) {
  const tabulated = !words.includes('listed') && !words.includes('path-only')
  const statuses = parseStatuses(words)
  const data = parseDataKind(words) ?? (tabulated ? 'none' : usualDataKind(method, path))
  const usuallyHasBody = method === 'PUT' || method === 'PATCH' || (method === 'POST' && data === 'created')
  return {
    body: words.includes('body') || (usuallyHasBody && !words.includes('no-body')),
    success: { status: statuses.find((status) => status < 400) ?? null, data },
    errors: statuses.filter((status) => status >= 400),
    tabulated,
    namedOnly: words.includes('path-only'),
  }
}

function parseDocumented(words: readonly string[]): Documented {
  const statuses = parseStatuses(words)
  return {
    statuses: statuses.filter((status) => status < 400),
    data: parseDataKind(words) ?? 'none',
    bare: words.includes('bare'),
    errors: statuses.filter((status) => status >= 400),
    body: words.includes('body'),
    isTextual: words.includes('text'),
  }
}

function parseStatuses(words: readonly string[]): number[] {
  return words.filter((word) => /^\d{3}$/.test(word)).map(Number)
}

function parseDataKind(words: readonly string[]): DataKind | undefined {
  return dataKinds.find((kind) => words.includes(kind))
}

/** The kind of `data` if nothing is said about it: a record has an object, a list an array, and a POST to a list creates. */
function usualDataKind(method: Method, path: string): DataKind {
  if (method === 'GET') return path.endsWith('}') ? 'object' : 'array'
  return method === 'POST' && !path.includes('{') ? 'created' : 'either'
}

/** The name that a query parameter has in the specification's tables or, if `knowledge` says so, in the public document. */
export function parameterName({ query }: Pick<Route, 'query'>, name: string, knowledge: Knowledge): string {
  return (knowledge === 'document' && query[name]?.documentedAs) || name
}

/** `GET /borderos/{idBordero}`, as findings and reports name a route. */
export function routeName(route: Pick<Route, 'method' | 'path'>): string {
  return `${route.method} ${route.path}`
}

/** The risk of actions that change more than the record, by the path's segment that names them. */
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
