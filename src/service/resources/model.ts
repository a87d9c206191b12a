import type { z } from 'zod'
import { collectionOf } from '../../specification/collection.js'
import { allRoutes } from '../../specification/find-route.js'
import type { Route } from '../../specification/route.js'
import type { Sample } from '../../specification/samples/index.js'
import { elementOf, type Fields, fieldsOf, formsOf } from '../../specification/schemas/form.js'
import type { OperationShape, Shapes } from '../../specification/shapes.js'

/** The form of a collection's records, taken from the shapes of its routes. */
export interface Model {
  /** Path of its list; records lie one segment below. */
  readonly collection: string
  readonly family: string
  /**
   * The schema of a record, from its single read, else its list, its only path, or its create; null if no shape shows
   * it.
   */
  readonly full: z.ZodType | null
  /** A record as its list shows it; null where nothing is shown. */
  readonly listed: z.ZodType | null
  /** Fields that only the specification shows, such as the listing's `situacao`. */
  readonly specified: Fields
  /**
   * Values of fields that queries or bodies list and the record's own shape does not. Records are made with them, so
   * that a filter finds some.
   */
  readonly asked: Readonly<Record<string, readonly Sample[]>>
  /** The identifier's field, where it is not `id`. */
  readonly idField: string
  readonly idForm: 'integer' | 'ulid'
}

/** The models of every collection that a route addresses. */
export function modelsOf(shapes: Shapes): ReadonlyMap<string, Model> {
  const models = new Map<string, Model>()
  for (const route of allRoutes('document')) {
    const collection = collectionOf(route)
    if (route.family !== 'homologacao' && !models.has(collection))
      models.set(collection, modelOf(collection, route.family, shapes))
  }
  return models
}

function modelOf(collection: string, family: string, shapes: Shapes): Model {
  const own = allRoutes('document').filter((route) => collectionOf(route) === collection)
  const at = (method: string, isRecord: boolean) =>
    own.find((route) => isAt(route, method, isRecord, collection))
  const shapeOf = (route: Route | undefined) => (route && shapes.of(route, 'document')) ?? undefined
  const specifiedAt = (route: Route | undefined) =>
    (route && shapes.of(route, 'specification')?.data) ?? undefined
  const listed = elementOf(shapeOf(at('GET', false))?.data)
  const full =
    recordIn(shapeOf(at('GET', true))?.data) ??
    listed ??
    aloneIn(own.map(shapeOf)) ??
    shapeOf(at('POST', false))?.body ??
    null
  const specified = fieldsOf(recordIn(specifiedAt(at('GET', true))))
  const taken = [shapeOf(at('GET', false))?.query, ...own.map((route) => shapeOf(route)?.body)]
  const asked = Object.assign({}, ...taken.reverse().map((schema) => listedFor(schema, fieldsOf(full))))
  const idForm = collection === '/notificacoes' ? 'ulid' : 'integer'
  return { collection, family, full, listed, specified, asked, idField: idFieldOf(full), idForm }
}

/** The values that a query or a body may have for a field of which the record's own shape says no more than that it is a text. */
function listedFor(taken: z.ZodType | undefined, fields: Fields): Model['asked'] {
  const listed = Object.entries(fieldsOf(taken)).flatMap(([name, schema]) => {
    const field = fields[name]
    const choices = field && isText(field) ? valuesOf(schema) : []
    return choices.length > 0 ? [[name, choices] as const] : []
  })
  return Object.fromEntries(listed)
}

function isText(schema: z.ZodType): boolean {
  return formsOf(schema).every(({ kind }) => kind === 'text')
}

function valuesOf(schema: z.ZodType): readonly Sample[] {
  return formsOf(schema).flatMap((form) => (form.kind === 'one-of' ? form.values : []))
}

function isAt(route: Route, method: string, isRecord: boolean, collection: string): boolean {
  const rest = route.path.slice(collection.length)
  return route.method === method && (isRecord ? /^\/\{\w+\}$/.test(rest) : rest === '')
}

/** Returns the record of a single read; null if it returns a list. */
function recordIn(schema: z.ZodType | undefined): z.ZodType | null {
  return schema && elementOf(schema) === null ? schema : null
}

/** Returns the record at a path without an identifier, such as the company or a configuration. */
function aloneIn(shapes: readonly (OperationShape | undefined)[]): z.ZodType | null {
  return shapes.map((shape) => recordIn(shape?.data)).find((found) => found !== null) ?? null
}

/** `idLote` of a record that has no `id`. */
function idFieldOf(full: z.ZodType | null): string {
  const names = Object.keys(fieldsOf(full))
  return names.includes('id') ? 'id' : (names.find((name) => /^id[A-Z]/.test(name)) ?? 'id')
}
