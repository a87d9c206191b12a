import type { z } from 'zod'
import { collectionOf } from '../../specification/collection.js'
import { allRoutes } from '../../specification/find-route.js'
import { groupBy } from '../../specification/plain-object.js'
import type { Knowledge, Route } from '../../specification/route.js'
import type { Sample } from '../../specification/samples/index.js'
import { elementOf, type Fields, fieldsOf, formsOf } from '../../specification/schemas/form.js'
import type { Shapes } from '../../specification/shapes.js'

/** The form of the records of a collection, taken from the schemas of its routes. */
export interface Model {
  /** The path of the list: `/contatos`. */
  readonly collection: string
  readonly family: string
  /** The schema of a whole record; null if no route shows it. */
  readonly full: z.ZodType | null
  /** The schema of a record in its list; null if no route shows it. */
  readonly listed: z.ZodType | null
  /** Fields that only the specification shows, such as the listing's `situacao`. */
  readonly specified: Fields
  /**
   * Values of text fields, as queries or bodies list them: `{ situacao: ['A', 'I'] }`. Records are made with these, so
   * that filters find some.
   */
  readonly choices: Readonly<Record<string, readonly Sample[]>>
  /** The name of the identifier's field: `id`, or `idLote`. */
  readonly idField: string
  readonly idForm: 'integer' | 'ulid'
}

/** Returns the model of every collection. */
export function modelsOf(shapes: Shapes): ReadonlyMap<string, Model> {
  const served = allRoutes('document').filter(({ family }) => family !== 'homologacao')
  const byCollection = groupBy(served, collectionOf)
  return new Map([...byCollection].map(([path, routes]) => [path, modelOf(path, routes, shapes)]))
}

function modelOf(collection: string, own: readonly Route[], shapes: Shapes): Model {
  const listRoute = own.find((route) => isAt(route, 'GET', '', collection))
  const readRoute = own.find((route) => isAt(route, 'GET', '/*', collection))
  const createRoute = own.find((route) => isAt(route, 'POST', '', collection))
  const shapeOf = (route: Route | undefined, knowledge: Knowledge = 'document') =>
    route ? shapes.of(route, knowledge) : null
  const listShape = shapeOf(listRoute)
  const listed = elementOf(listShape?.data)
  // the single read shows most; without one the next best route decides
  const full =
    recordIn(shapeOf(readRoute)?.data) ??
    listed ??
    own.map((route) => recordIn(shapeOf(route)?.data)).find((record) => record !== null) ??
    shapeOf(createRoute)?.body ??
    null
  const specified = fieldsOf(recordIn(shapeOf(readRoute, 'specification')?.data))
  // later ones win: the query over all bodies, and the body of an earlier route over that of a later one
  const inputs = [...own.map((route) => shapeOf(route)?.body).reverse(), listShape?.query]
  const choices = Object.assign({}, ...inputs.map((schema) => choicesIn(schema, fieldsOf(full))))
  // as in the public service, whose other identifiers are numbers
  const idForm = collection === '/notificacoes' ? 'ulid' : 'integer'
  const family = own[0]?.family ?? ''
  return { collection, family, full, listed, specified, choices, idField: idFieldOf(full), idForm }
}

/** Returns the values that a query or a body may have for fields that are plain texts in the record. */
function choicesIn(input: z.ZodType | undefined, fields: Fields): Model['choices'] {
  const found = Object.entries(fieldsOf(input)).flatMap(([name, schema]) => {
    const field = fields[name]
    const choices = field && isText(field) ? valuesOf(schema) : []
    return choices.length > 0 ? [[name, choices] as const] : []
  })
  return Object.fromEntries(found)
}

function isText(schema: z.ZodType): boolean {
  return formsOf(schema).every(({ kind }) => kind === 'text')
}

function valuesOf(schema: z.ZodType): readonly Sample[] {
  return formsOf(schema).flatMap((form) => (form.kind === 'one-of' ? form.values : []))
}

/**
 * Whether the route has this method, and a path that continues the collection's by `rest`.
 * @param rest the path after the collection, with `*` for an identifier
 */
function isAt(route: Route, method: string, rest: '' | '/*', collection: string): boolean {
  return route.method === method && route.path.replace(/\{\w+\}$/, '*') === collection + rest
}

/** Returns the schema if it is that of one record; null if it is that of a list. */
function recordIn(schema: z.ZodType | undefined): z.ZodType | null {
  return schema && elementOf(schema) === null ? schema : null
}

/** Finds the name of the identifier's field: `idLote` if the record has no `id`. */
function idFieldOf(full: z.ZodType | null): string {
  const names = Object.keys(fieldsOf(full))
  return names.includes('id') ? 'id' : (names.find((name) => /^id[A-Z]/.test(name)) ?? 'id')
}
