import type { ServedCollection, ServedDocument, ServedOperation } from '../../../service/document/served.js'
import type { OpenApiDocument } from '../document.js'
import type { Operation } from '../operation.js'
import { tabulate } from '../operation-table.js'
import { createSchemaCompiler } from '../schema/compile.js'
import { sampleOf } from '../schema/sample.js'
import { createSchemaReader } from '../schema/schema-reader.js'
import { schemaOf } from '../schema/schema-view.js'
import { collectionAt, exampleOf, formOf, shownBy, successOf } from './served-answer.js'
import { bodyOf, type Source, segmentsOf, servedIn } from './served-request.js'

/**
 * A document as the embedded service answers from it. Every schema of a request is compiled now, so that what is wrong with the
 * document is known before the first one.
 *
 * @throws InputError with the line of a schema that cannot be used
 */
export async function createServedDocument(document: OpenApiDocument): Promise<ServedDocument> {
  const compiler = await createSchemaCompiler(document, 'request')
  const reader = createSchemaReader(document.resolver, document.version)
  const keys = new Set(document.operations.map(({ pathKey: key }) => key))
  const table = tabulate(document.operations)
  const served = new Map<Operation, ServedOperation>()
  for (const operation of document.operations)
    served.set(operation, await servedOf({ document, operation, reader, compiler, keys }))
  const collections = new Map<string, ServedCollection | null>()

  function collectionOf(key: string): ServedCollection | null {
    const found = collections.get(key)
    if (found !== undefined) return found
    const made = keys.has(key) && keys.has(`${key}/{}`) ? collectionAt(document, key, reader) : null
    collections.set(key, made)
    return made
  }

  return {
    find(method, path) {
      const operation = table.find(method, path)
      return (operation && served.get(operation)) ?? null
    },
    collection(path) {
      const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']
      const operation = methods.map((method) => table.find(method, path)).find((found) => found !== null)
      return operation ? collectionOf(operation.pathKey) : null
    },
  }
}

async function servedOf(source: Source): Promise<ServedOperation> {
  const { document, operation, reader, keys } = source
  const { name, method } = operation
  const segments = operation.pathKey.split('/')
  const prefixes = segments.map((_, i) => segments.slice(0, i + 1).join('/'))
  const records = segments.flatMap((segment, i) =>
    segment === '{}' && keys.has(prefixes[i - 1] ?? '') ? [i] : [],
  )
  const addresses = keys.has(`${operation.pathKey}/{}`)
    ? 'collection'
    : records.at(-1) === segments.length - 1
      ? 'record'
      : 'other'
  const { status, media, contentType } = successOf(document, operation)
  const schemas = media && schemaOf(media)
  const form = schemas ? formOf(reader, schemas) : { place: [], isList: false, record: [{}] }
  const answer = media ? (exampleOf(document, media) ?? sampleOf(reader, schemas ?? [{}])) : undefined
  const body = await bodyOf(source)
  return {
    ...{ name, method, status, contentType, records, addresses, answer, ...body },
    query: await servedIn(source, 'query'),
    headers: await servedIn(source, 'header'),
    cookies: await servedIn(source, 'cookie'),
    path: await segmentsOf(source, records),
    place: form.place,
    isList: form.isList,
    shown: shownBy(reader, form.record),
  }
}
