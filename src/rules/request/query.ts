import type { z } from 'zod'
import type { Json } from '../../exchange/json.js'
import { alternatives, schemasAt } from '../../specification/schemas/form.js'
import { readQuery } from '../../specification/shapes.js'
import { isV2KeyName } from '../../specification/versions.js'
import { isCredentialName } from '../auth/same-origin.js'
import { onlyValue } from '../lists/list-of.js'
import { requestObserver } from '../observer.js'
import type { SeenExchange } from '../seen.js'
import { type Difference, differencesOf, unknownFields } from '../shapes/differences.js'
import { evidenceOf, severityBy, shapesOf } from '../shapes/knowledge.js'

/**
 * Query parameters are known and have their type, and the required ones are present. Every list accepts the paging
 * parameters, and only the name of its definition shows that the store of a listing is `idLojaQuery`. Neither is
 * unknown if a table omits it.
 */
export const query = requestObserver('request/query', () => (seen, note) => {
  const { route, exchange } = seen
  if (!route || seen.meant === 'invalid' || exchange.request.method === 'OPTIONS') return
  const shapes = shapesOf(seen)
  if (!shapes.some((shape) => shape.query)) return
  note.tested()
  const value: Json = readQuery(seen.query)
  const told = new Set<string>()
  for (const { by, query: schema } of shapes) {
    for (const difference of schema ? differencesOf(schema, value, '?', 'request') : []) {
      if (told.has(difference.path) || isOfService(difference, seen)) continue
      told.add(difference.path)
      const { deviation } = difference
      const options = { ...evidenceOf(difference), ...severityBy(by, seen) }
      note.breach(deviation === 'type' ? 'value' : deviation, options)
    }
  }
  const schemas = shapes.flatMap(({ query: schema }) => schema ?? [])
  for (const difference of unknownFields(schemas, value, '?')) {
    if (told.has(difference.path) || isShared(difference.path, seen)) continue
    told.add(difference.path)
    note.breach('unknown', { ...evidenceOf(difference), severity: 'warning' })
  }
  for (const name of doubledIn(seen)) {
    const path = `?${name}`
    if (told.has(path) || schemas.some((schema) => mayRepeat(schema, name))) continue
    const values = { path, values: seen.query.getAll(name).join(', ').slice(0, 60) }
    note.breach('doubled', { values, subject: path, severity: 'info' })
  }
})

/** Parameters with several values: which one counts is not specified. Credentials and keys have their own rules. */
function doubledIn({ query: sent }: SeenExchange): string[] {
  return [...new Set(sent.keys())].filter(
    (name) =>
      onlyValue(sent, name) === undefined &&
      !name.endsWith(']') &&
      !isV2KeyName(name) &&
      !isCredentialName(name),
  )
}

function mayRepeat(schema: z.ZodType, name: string): boolean {
  return schemasAt(schema, [name])
    .flatMap(alternatives)
    .some((one) => one.meta?.()?.repeats === true)
}

/** Our own run names a record by the identifier that a list showed. A wrong type is the fault of that list. */
function isOfService({ deviation, path }: Difference, { meant }: SeenExchange): boolean {
  return meant !== null && deviation !== 'missing' && /^\?ids?[A-Z]\w*(?:\[\])?$/.test(path)
}

/** Rules of their own tell of a key of version 2 and of a credential; the rest may come with any list. */
function isShared(path: string, { route }: SeenExchange): boolean {
  const name = path.slice(1)
  if (isV2KeyName(name) || isCredentialName(name)) return true
  if (/^\?(?:pagina|limite)$/.test(path)) return route?.method === 'GET'
  return (path === '?idLoja' || path === '?idLojaQuery') && route?.family === 'anuncios'
}
