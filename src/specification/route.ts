/** How much of the service is known: the specification alone, or its public document as well. */
export type Knowledge = 'specification' | 'document'

/**
 * The harm that a route may do to a live account, which decides what permits its call. `access` concerns who may
 * enter the account.
 */
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

/**
 * The successful response. `status: null` means that the specification gives only method and path, so any 2xx passes.
 */
export interface Success {
  readonly status: number | null
  /** Kind of `data`: `either` where the specification leaves it open; `none` for responses without a body. */
  readonly data: DataKind
}

export type DataKind = 'array' | 'object' | 'created' | 'either' | 'none'

/** The part of an operation that the service's public document shows, for profiles whose knowledge is `document`. */
export interface Documented {
  /** Success statuses; a DELETE of several responds 204, or 200 with what it warns of. */
  readonly statuses: readonly number[]
  /** The form of `data` in responses with a body. */
  readonly data: DataKind
  /** The document shows the response without the property `data` about it. */
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
  /**
   * True if the tables of the specification show query, body and responses; false if "Other version 3 routes" lists
   * only method and path.
   */
  readonly tabulated: boolean
  /** Whether the specification names the path without a method: its GET may be observed, and is never judged. */
  readonly namedOnly: boolean
  /** `document` if only the public document names the route. */
  readonly known: Knowledge
  /** null where the public document has no such operation. */
  readonly documented: Documented | null
}

/**
 * A route as `routes.ts` has it: `METHOD /path | what the specification shows | what the public document shows`, with its query
 * parameters where the specification tabulates any. `-`: it shows nothing. Words, in any order:
 *
 * - `204`, `404`: success and error statuses; `2xx`: any success. `shape`: the specification gives method and path alone. `named`: it names
 *   the path without a method, so the method is a guess, good for naming traffic and nothing else.
 * - `array`, `object`, `created` (the identifier alone), `either`: what `data` holds; none of them: no body. Of a shape, what its method does
 *   not tell.
 * - `body`, `no-body`: whether one is sent, where the method does not tell; the document always says.
 * - `bare`: the response is not wrapped in `data`. `text`: the identifier in the path is not a number. `money`, `fiscal`, …: a {@link Risk}
 *   other than the path tells.
 */
export type Row = string | readonly [string, Query]

/** The routes of a family: those of the specification first. */
export function routesOf(family: string, rows: Readonly<Record<string, Row>>): readonly Route[] {
  return Object.entries(rows).map(([action, row]) => {
    const [columns, query = {}] = typeof row === 'string' ? [row] : row
    const [at = '', specified = '-', shown = '-'] = columns.split(' | ')
    const [method, path] = at.split(' ') as [Method, string]
    const documented = shown === '-' ? null : documentedIn(shown.split(' '))
    const words = (specified === '-' ? shown : specified).split(' ')
    const known = specified === '-' ? 'document' : 'specification'
    const risk = risks.find((one) => words.includes(one)) ?? riskOf(method, path)
    const own = { id: `${family}/${action}`, family, method, path, risk, query, known, documented } as const
    if (documented !== null && known === 'document') {
      const { data, body } = documented
      return { ...own, body, success: { status: null, data }, errors: [], tabulated: false, namedOnly: false }
    }
    return { ...own, ...specifiedIn(words, method, path) }
  })
}

function specifiedIn(words: readonly string[], method: Method, path: string) {
  const tabulated = !words.includes('shape') && !words.includes('named')
  const statuses = statusesIn(words)
  const data = dataIn(words) ?? (tabulated ? 'none' : dataOfShape(method, path))
  const isSent = method === 'PUT' || method === 'PATCH' || (method === 'POST' && data === 'created')
  return {
    body: words.includes('body') || (isSent && !words.includes('no-body')),
    success: { status: statuses.find((status) => status < 400) ?? null, data },
    errors: statuses.filter((status) => status >= 400),
    tabulated,
    namedOnly: words.includes('named'),
  }
}

function documentedIn(words: readonly string[]): Documented {
  const statuses = statusesIn(words)
  return {
    statuses: statuses.filter((status) => status < 400),
    data: dataIn(words) ?? 'none',
    bare: words.includes('bare'),
    errors: statuses.filter((status) => status >= 400),
    body: words.includes('body'),
    isTextual: words.includes('text'),
  }
}

function statusesIn(words: readonly string[]): number[] {
  return words.filter((word) => /^\d{3}$/.test(word)).map(Number)
}

function dataIn(words: readonly string[]): DataKind | undefined {
  return dataKinds.find((kind) => words.includes(kind))
}

const risks: readonly Risk[] = [
  ...(['read', 'write', 'delete', 'delete-many', 'money', 'fiscal', 'stock', 'access'] as const),
]
const dataKinds: readonly DataKind[] = ['array', 'object', 'created', 'either']

/** GET of a record responds with it, GET of a collection with a list, POST to a collection creates; the rest is open. */
function dataOfShape(method: Method, path: string): DataKind {
  if (method === 'GET') return path.endsWith('}') ? 'object' : 'array'
  return method === 'POST' && !path.includes('{') ? 'created' : 'either'
}

/** The name of a tabulated parameter as far as `knowledge` goes. */
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
