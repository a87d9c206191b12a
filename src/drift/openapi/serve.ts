import type { ErrorObject } from 'ajv'
import type {
  ServedCollection,
  ServedDocument,
  ServedOperation,
  ServedParameter,
  ServedSegment,
} from '../../service/document/served.js'
import type { Sample, SampleObject } from '../../specification/samples/index.js'
import { DeadlineError, within } from '../deadline.js'
import { createSchemaCompiler, type SchemaCompiler, type Validator } from './compile.js'
import type { OpenApiDocument } from './document.js'
import { jsonContent, jsonMedia } from './json-media.js'
import { entriesOf, type Node } from './node.js'
import type { Operation, Parameter } from './operation.js'
import { tabulate } from './operation-table.js'
import { decided, isOfKind, sampleOf } from './sample.js'
import { createSchemaReader, type SchemaReader } from './schema-reader.js'
import { type Schemas, type SchemaView, schemaOf } from './schema-view.js'

/** For one body or query. Whatever takes longer is taken as it is: a pattern that goes astray holds nobody up. */
const CHECK_MS = 500

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

/** The document's operations, as rules name routes: `GET /lojas/{idLoja}`. */
export function namesOf({ operations }: OpenApiDocument): readonly string[] {
  return operations.map(({ name }) => name)
}

interface Source {
  readonly document: OpenApiDocument
  readonly operation: Operation
  readonly reader: SchemaReader
  readonly compiler: SchemaCompiler
  readonly keys: ReadonlySet<string>
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

/**
 * A record in the fields that a schema names; all of it where it names none. What the record lacks, or holds as another kind since it
 * was sent by a schema of its own, is as in an example.
 */
function shownBy(reader: SchemaReader, schemas: Schemas): ServedOperation['shown'] {
  const { properties } = decided(reader, reader.view(schemas))
  if (properties.size === 0) return (record) => record
  const sample = sampleOf(reader, schemas)
  const others = isObject(sample) ? sample : {}
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
function successOf(
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

function exampleOf({ resolver }: OpenApiDocument, media: Node): Sample | undefined {
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
function formOf(reader: SchemaReader, schemas: Schemas): Form {
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
function collectionAt(document: OpenApiDocument, key: string, reader: SchemaReader): ServedCollection {
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
  const fields = isObject(sample) ? sample : {}
  const shown = sources.flatMap(({ media, form: { place } }) => {
    const part = place.reduce<Sample | undefined>(
      (value, name) => (isObject(value) ? value[name] : undefined),
      exampleOf(document, media),
    )
    return (Array.isArray(part) ? part : [part]).filter((one): one is SampleObject => isObject(one))
  })
  const records = document.operations.find((operation) => operation.pathKey === `${key}/{}`)
  const parameter = /\{([^}]*)\}$/.exec(records?.path ?? '')?.[1] ?? 'id'
  const idField = [parameter, 'id', 'uuid', 'codigo', 'code', 'name'].find((name) => name in fields) ?? 'id'
  return { idField, recordAt: (index) => ({ ...fields, ...shown[index] }) }
}

async function bodyOf(source: Source): Promise<Pick<ServedOperation, 'body' | 'flawsOf'>> {
  const { document, operation, compiler } = source
  const request = document.resolver.follow(operation.node.requestBody)
  const media = jsonMedia(request)
  if (!media) return { body: 'none', flawsOf: () => [] }
  const validate = media.schema === undefined ? null : await compiler.compile(media.schema)
  return {
    body: request.required === true ? 'required' : 'optional',
    flawsOf: (value) => (validate ? errorsOf(validate, value).map(fieldOf) : []),
  }
}

function isObject(value: Sample | undefined): value is SampleObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Where it cannot be decided in time, nothing is wrong. */
function errorsOf(validate: Validator, value: unknown): readonly ErrorObject[] {
  try {
    return within(CHECK_MS, () => validate(value))
  } catch (error) {
    if (error instanceof DeadlineError || error instanceof RangeError) return []
    throw error
  }
}

function fieldOf({ instancePath, keyword, params }: ErrorObject) {
  const isMissing = keyword === 'required'
  const unwanted: unknown = params.additionalProperty ?? params.unevaluatedProperty
  const named = isMissing ? params.missingProperty : unwanted
  const path = [...instancePath.split('/').slice(1), ...(named === undefined ? [] : [String(named)])]
  const element = path
    .map((key) => (/^\d+$/.test(key) ? `[${key}]` : `.${key}`))
    .join('')
    .replace(/^\./, '')
  return { code: 49, element: element === '' ? 'corpo' : element, msg: flawIn(isMissing, unwanted) }
}

function flawIn(isMissing: boolean, unwanted: unknown): string {
  if (isMissing) return 'Este campo é obrigatório.'
  return unwanted === undefined ? 'O valor deste campo não é aceito.' : 'Este campo não existe.'
}

function servedIn(source: Source, where: 'query' | 'header' | 'cookie'): Promise<ServedParameter[]> {
  const wanted = [...source.operation.parameters.values()].filter((parameter) => parameter.in === where)
  return Promise.all(wanted.map((parameter) => servedParameter(source, parameter)))
}

/** Whether a record of a collection is there says more than the schema of its identifier. */
async function segmentsOf(source: Source, records: readonly number[]): Promise<ServedSegment[]> {
  const { pathKey, parameters } = source.operation
  let position = 0
  const found = pathKey.split('/').map(async (segment, index) => {
    const first = position + 1
    const texts = segment.split('{}')
    position += texts.length - 1
    if (records.includes(index)) return []
    // a value that holds what stands between two of them is nobody's for sure
    const between = texts.slice(1, -1).map((text) => escaped(text.slice(0, 1)))
    const value = between.length === 0 ? '(.*)' : `([^${between.join('')}]*)`
    const pattern = new RegExp(`^${texts.map(escaped).join(value)}$`, 's')
    const served = texts.slice(1).map(async (_, i) => {
      const parameter = parameters.get(`path {} ${first + i}`)
      return parameter
        ? [{ ...(await servedParameter(source, parameter)), index, pattern, group: i + 1 }]
        : []
    })
    return (await Promise.all(served)).flat()
  })
  return (await Promise.all(found)).flat()
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|-]/g, '\\$&')
}

/** Texts are read as what the schema wants of them: several under one name as a list, digits as a number. */
async function servedParameter(
  { compiler, reader }: Source,
  { name, node }: Parameter,
): Promise<ServedParameter> {
  const schemas = schemaOf(node)
  const view = decided(reader, reader.view(schemas))
  const validate = node.schema === undefined ? null : await compiler.compile(node.schema)
  const items = view.items && decided(reader, reader.view(view.items))
  const isObjectWanted = view.kinds?.has('object') ?? false
  return {
    name,
    isRequired: node.required === true,
    ...(isObjectWanted && { fields: [...view.properties.keys()] }),
    takes(values) {
      if (!validate || isObjectWanted) return true
      const all =
        items && values.length === 1 ? values.flatMap((value) => value.split(between(node))) : values
      const read = items
        ? all.map((value) => readAs(value, items.kinds))
        : readAs(all.at(-1) ?? '', view.kinds)
      return errorsOf(validate, read).length === 0
    },
  }
}

/** What stands between the values of a list that is written as one. */
function between({ style }: Node): string {
  return style === 'pipeDelimited' ? '|' : style === 'spaceDelimited' ? ' ' : ','
}

function readAs(text: string, kinds: ReadonlySet<string> | null): Sample {
  if (kinds === null || kinds.has('string')) return text
  if (kinds.has('boolean') && /^(true|false)$/.test(text)) return text === 'true'
  const isNumber = kinds.has('integer') || kinds.has('number')
  return isNumber && text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text
}
