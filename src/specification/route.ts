/**
 * The form of a route, and the builders that keep `routes/` as short as the tables of the specification.
 */
import type { RecordName } from './schemas/index.js'

/** What a route may do to a live account; decides what it takes to call it. */
export type Risk = 'read' | 'write' | 'delete' | 'delete-many' | 'money' | 'fiscal' | 'stock'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A tabulated query parameter. `values`: the only values allowed; `default`: what the service assumes. */
export interface QueryParameter {
  readonly type: 'integer' | 'string'
  readonly values?: readonly number[]
  readonly default?: number
}

export type Query = Readonly<Record<string, QueryParameter>>

/** What success looks like. `status: null`: the specification gives the route's shape alone, so any 2xx passes. */
export interface Success {
  readonly status: number | null
  /** Kind of `data`: `either` where the specification leaves it open; `none` for answers without a body. */
  readonly data: 'array' | 'object' | 'created' | 'either' | 'none'
  /** Name of the record's schema (`schemas/`), where something of it is shown. A name, so that zod loads when needed. */
  readonly record?: RecordName
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

/** 200 with one record. */
export function found(record?: RecordName): Success {
  return { status: 200, data: 'object', ...(record && { record }) }
}

/** 200 with an array of records. */
export function list(record?: RecordName): Success {
  return { status: 200, data: 'array', ...(record && { record }) }
}

/** 201 with the new record's identifier. */
export const created: Success = { status: 201, data: 'created' }

/** 200 with the changed record's identifier. */
export const updated: Success = { status: 200, data: 'created' }

/** 204 without a body. */
export const noContent: Success = { status: 204, data: 'none' }

/** Any 2xx, any body. */
export const anySuccess: Success = { status: null, data: 'either' }

/** Any 2xx; an array is to be expected. */
export const anyList: Success = { status: null, data: 'array' }

/** Any 2xx; one record is to be expected. */
export const anyFound: Success = { status: null, data: 'object' }

/** Any 2xx; an identifier is to be expected. */
export const anyCreated: Success = { status: null, data: 'created' }

export const integer: QueryParameter = { type: 'integer' }
export const text: QueryParameter = { type: 'string' }

/** The shared pagination parameters. */
export const paging: Query = { pagina: integer, limite: integer }

/** The shared parameters of the listing operations; their definitions are not shown. */
export const integration: Query = { tipoIntegracao: text, idLojaQuery: text }

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
