import type { ServedCollection, ServedOperation } from '../../../service/document/served.js'
import { isSampleObject, type Sample, type SampleObject } from '../../../specification/samples/index.js'
import type { OpenApiDocument } from '../document.js'
import { jsonContent, jsonMedia } from '../json-media.js'
import { entriesOf, type Node } from '../node.js'
import type { Operation } from '../operation.js'
import { decided, isOfKind, sampleOf } from '../schema/sample.js'
import type { SchemaReader } from '../schema/schema-reader.js'
import { type Schemas, type SchemaView, schemaOf } from '../schema/schema-view.js'

/**
 * A record in the fields that a schema names; all of it where it names none. What the record lacks, or holds as another kind since it
 * was sent by a schema of its own, is as in an example.
 */
export function shownBy(reader: SchemaReader, schemas: Schemas): ServedOperation['shown'] {
  const { properties } = decided(reader, reader.view(schemas))
  if (properties.size === 0) return (record) => record
  const sample = sampleOf(reader, schemas)
  const others = isSampleObject(sample) ? sample : {}
  const fields = [...properties].map(([name, own]) => ({ name, view: reader.view(own) }))
  const shown = fields.filter(({ view }) => !view.writeOnly)
  return (record) => ({
    ...others,
    ...Object.fromEntries(
      shown.flatMap(({ name, view }) =>
        name in record && fits(reader, record[name] ?? null, view) ? [[name, record[name] ?? null]] : [],
      ),
    ),
  })
}

function fits(reader: SchemaReader, value: Sample, view: SchemaView): boolean {
  if (!isOfKind(value, view)) return false
  return view.alternatives.every(({ branches }) =>
    branches.some((branch) => isOfKind(value, reader.view([branch]))),
  )
}

/** The first success that is described, its JSON if it has some. */
export function successOf(
  { resolver }: OpenApiDocument,
  { node }: Operation,
): { status: number; media: Node | null; contentType: string } {
  const responses = entriesOf(node.responses)
  const [code, response] = responses
    .filter(([key]) => /^2/.test(key))
    .sort(([a], [b]) => a.localeCompare(b))[0] ??
    responses.find(([key]) => key === 'default') ?? ['200', undefined]
  const status = /^\d{3}$/.test(code) ? Number(code) : 200
  const content = status === 204 ? null : jsonContent(resolver.follow(response))
  const type = content?.type ?? ''
  return {
    status,
    media: content?.media ?? null,
    contentType: type.includes('json') ? type : 'application/json',
  }
}

/** The example that the document gives, the first of several. */
export function exampleOf({ resolver }: OpenApiDocument, media: Node): Sample | undefined {
  if (media.example !== undefined) return media.example as Sample
  const [first] = entriesOf(media.examples)
  return first && (resolver.follow(first[1]).value as Sample | undefined)
}

interface Form {
  /** Where in an answer the record or the records stand. */
  readonly place: readonly string[]
  readonly isList: boolean
  /** Of a record. */
  readonly record: Schemas
}

/** An array of records, or the one property that holds them; a record, or the one property that holds it. */
export function formOf(reader: SchemaReader, schemas: Schemas): Form {
  const view = decided(reader, reader.view(schemas))
  if (view.items) return { place: [], isList: true, record: view.items }
  const inside = [...view.properties].map(([name, own]) => ({
    name,
    own,
    view: decided(reader, reader.view(own)),
  }))
  const list = inside.find(({ view: { items } }) => items && reader.view(items).properties.size > 0)
  const isPlain = inside.some(
    ({ name, view: { properties, items } }) => isIdentifier(name) && !items && properties.size === 0,
  )
  if (list?.view.items && !isPlain) return { place: [list.name], isList: true, record: list.view.items }
  const [only, ...others] = inside.filter(({ view: { properties } }) => properties.size > 0)
  if (only && others.length === 0 && !isPlain) return { place: [only.name], isList: false, record: only.own }
  return { place: [], isList: false, record: schemas }
}

function isIdentifier(name: string): boolean {
  return /^(id|uuid|codigo|code|key|slug|name|nome)$|^id_?[A-Z]|(Id|_id|ID)$/.test(name)
}

/** What the operations at a collection and at its records show of one. */
export function collectionAt(document: OpenApiDocument, key: string, reader: SchemaReader): ServedCollection {
  const operationAt = (method: string, at: string) =>
    document.operations.find((operation) => operation.method === method && operation.pathKey === at)
  const sources = [
    operationAt('GET', `${key}/{}`),
    operationAt('GET', key),
    operationAt('POST', key),
  ].flatMap((operation) => {
    const media = operation ? successOf(document, operation).media : null
    return media ? [{ media, form: formOf(reader, schemaOf(media)) }] : []
  })
  const sent = operationAt('POST', key)
  const taken = sent && jsonMedia(document.resolver.follow(sent.node.requestBody))
  const schemas: Schemas = sources[0]?.form.record ?? (taken ? schemaOf(taken) : [{}])
  const sample = sampleOf(reader, schemas)
  const fields = isSampleObject(sample) ? sample : {}
  const shown = sources.flatMap(({ media, form: { place } }) => {
    const part = place.reduce<Sample | undefined>(
      (value, name) => (isSampleObject(value) ? value[name] : undefined),
      exampleOf(document, media),
    )
    return (Array.isArray(part) ? part : [part]).filter((one): one is SampleObject => isSampleObject(one))
  })
  const records = document.operations.find((operation) => operation.pathKey === `${key}/{}`)
  const parameter = /\{([^}]*)\}$/.exec(records?.path ?? '')?.[1] ?? 'id'
  const idField = [parameter, 'id', 'uuid', 'codigo', 'code', 'name'].find((name) => name in fields) ?? 'id'
  return { idField, recordAt: (index) => ({ ...fields, ...shown[index] }) }
}
