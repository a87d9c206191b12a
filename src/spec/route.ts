import type { ZodType } from 'zod'

/** What a route may do to a live account; decides what it takes to call it. */
export type Risk = 'read' | 'write' | 'delete' | 'delete-many' | 'money' | 'fiscal' | 'stock'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A tabulated query parameter. `values`: the only values allowed; `default`: what the service assumes. */
export interface QueryParameter {
  readonly type: 'integer' | 'string'
  readonly values?: readonly number[]
  readonly default?: number
}

/** What success looks like. `tabulated: false`: the specification gives the route's shape alone, so any 2xx passes. */
export interface Success {
  readonly status: number | null
  /** Kind of `data`: `either` where the specification leaves it open; `none` for answers without a body. */
  readonly data: 'array' | 'object' | 'created' | 'either' | 'none'
  /** Schema of one record, where something of it is shown. */
  readonly record?: ZodType
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
  readonly query: Readonly<Record<string, QueryParameter>>
  /** Whether a JSON body is sent. */
  readonly body: boolean
  readonly success: Success
  /** Tabulated error statuses. */
  readonly errors: readonly number[]
  /** Whether query, body and answers are shown (the tables), or the shape alone ("Other version 3 routes"). */
  readonly tabulated: boolean
}
