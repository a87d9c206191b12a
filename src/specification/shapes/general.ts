/**
 * The shapes that hold for every route: a response is wrapped in `data`, a create responds with an identifier, and a query
 * takes the tabulated parameters. `shapes.ts` combines these shapes with those of the families, such as
 * `contatos.ts`. If the specification is silent, the shape accepts anything.
 */
import { z } from 'zod'
import type { DataKind, QueryParameter, Route } from '../route.js'
import type { OperationShape } from '../shapes.js'
import * as s from './shared.js'

/** Settings of the zod that made these schemas. Another copy of zod would not set their messages' language. */
export const config = z.config

/** A record whose fields are not documented: any object. */
const AnyRecord = z.looseObject({})

const AnyRecords = z.array(AnyRecord)

/** An identifier: a whole number above zero, or a text if records of that kind have textual ones. */
const Identifier = z.union([z.int().positive(), z.string().min(1)])

/** `data` after a create or update: the identifier, and any fields that the resource adds. §Common response envelope */
const Created = z.looseObject({ id: Identifier })

/** A read's `data`: "an object or an array of objects depending on the operation". §Common response envelope */
const ReadData = z.union([AnyRecords, AnyRecord])

const dataShapes: Readonly<Record<DataKind, z.ZodType | null>> = {
  array: AnyRecords,
  object: AnyRecord,
  created: Created,
  either: ReadData,
  none: null,
}

/**
 * The general shape of a route's operation, or null if the specification shows none. For a route outside the
 * specification's tables, only the `data` of a GET is known.
 */
export function generalShape(route: Route): OperationShape | null {
  if (route.known === 'document') return null
  if (!route.tabulated) return route.method === 'GET' ? { data: ReadData } : null
  const data = dataShapes[route.success.data]
  return {
    ...(data && { data }),
    ...(route.body && { body: AnyRecord }),
    ...(documentsQuery(route) && { query: querySchema(route) }),
  }
}

/**
 * Families whose table in the specification has a column *Query*. If it says `none`, the query has an empty schema, and
 * `request/query` reports every parameter. Without a schema it reports none.
 */
const familiesWithQueryColumn: readonly string[] = [
  'anuncios',
  'campos-customizados',
  'categorias-lojas',
  'categorias-produtos',
]

function documentsQuery({ query, family }: Route): boolean {
  return familiesWithQueryColumn.includes(family) || Object.keys(query).length > 0
}

/** The query of an operation for which the public document shows no parameter. */
export const NoQuery = z.object({})

/** Checks the values of the tabulated parameters. `request/query` reports other parameters. */
function querySchema({ query }: Route): z.ZodType {
  const parameters = Object.entries(query).map(([name, parameter]) => [
    name,
    parameterSchema(parameter).optional(),
  ])
  return z.object(Object.fromEntries(parameters))
}

function parameterSchema({ type, values }: QueryParameter): z.ZodType {
  if (values) return z.enum(values.map(String))
  return type === 'string' ? s.text : s.queryInteger
}
