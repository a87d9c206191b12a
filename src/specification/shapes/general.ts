/**
 * The general clauses of the specification about responses, bodies and queries, as zod schemas. They are loose where
 * the specification is silent.
 */
import { z } from 'zod'
import type { DataKind, QueryParameter, Route } from '../route.js'
import type { OperationShape } from '../shapes.js'
import * as s from './shared.js'

/** Of the very zod that made these schemas, so that messages in other languages reach them. */
export const config = z.config

/** A record whose fields are not documented: any object. */
const AnyRecord = z.looseObject({})

const AnyRecords = z.array(AnyRecord)

/** An identifier: a whole number above zero, or text where the record's kind has textual ones. */
const Identifier = z.union([z.int().positive(), z.string().min(1)])

/** `data` after a create or update: the identifier, and any fields that the resource adds. §Common response envelope */
const Created = z.looseObject({ id: Identifier })

/** A read's `data`: "an object or an array of objects depending on the operation". §Common response envelope */
const ReadData = z.union([AnyRecords, AnyRecord])

const byKind: Readonly<Record<DataKind, z.ZodType | null>> = {
  array: AnyRecords,
  object: AnyRecord,
  created: Created,
  either: ReadData,
  none: null,
}

/**
 * The shape that the general clauses and the route's row give to an operation; null if they give none. A route that only the public
 * document knows has none here, and one that the specification names outside its tables has a form of response alone.
 */
export function generalShape(route: Route): OperationShape | null {
  if (route.known === 'document') return null
  if (!route.tabulated) return route.method === 'GET' ? { data: ReadData } : null
  const data = byKind[route.success.data]
  return {
    ...(data && { data }),
    ...(route.body && { body: AnyRecord }),
    ...(documentsQuery(route) && { query: querySchema(route) }),
  }
}

/** Families whose table in the specification has a column *Query*. Where it says `none`, the operation takes no parameter. */
const withQueryColumn: readonly string[] = [
  'anuncios',
  'campos-customizados',
  'categorias-lojas',
  'categorias-produtos',
]

function documentsQuery({ query, family }: Route): boolean {
  return withQueryColumn.includes(family) || Object.keys(query).length > 0
}

/** An operation of the public document without query parameters takes none. */
export const NoQuery = z.object({})

/** Query strings that the parameters of the route's table allow. Other parameters are not checked. */
function querySchema({ query }: Route): z.ZodType {
  return z.object(
    Object.fromEntries(Object.entries(query).map(([name, it]) => [name, parameter(it).optional()])),
  )
}

function parameter({ type, values }: QueryParameter): z.ZodType {
  if (values) return z.enum(values.map(String))
  return type === 'string' ? s.texto : s.digitos
}
