import type { ErrorObject } from 'ajv'
import type { ServedOperation, ServedParameter, ServedSegment } from '../../../service/document/served.js'
import type { Sample } from '../../../specification/samples/index.js'
import { DeadlineError, within } from '../../deadline.js'
import type { OpenApiDocument } from '../document.js'
import { jsonMedia } from '../json-media.js'
import type { Node } from '../node.js'
import type { Operation, Parameter } from '../operation.js'
import type { SchemaCompiler, Validator } from '../schema/compile.js'
import { decided } from '../schema/sample.js'
import type { SchemaReader } from '../schema/schema-reader.js'
import { schemaOf } from '../schema/schema-view.js'

/** For one body or query. Whatever takes longer is taken as it is: a pattern that goes astray holds nobody up. */
const CHECK_MS = 500

/** An operation, and what reads the schemas of its document. */
export interface Source {
  readonly document: OpenApiDocument
  readonly operation: Operation
  readonly reader: SchemaReader
  readonly compiler: SchemaCompiler
  readonly keys: ReadonlySet<string>
}

/** Whether a body is wanted, and what is wrong with one that came. */
export async function bodyOf(source: Source): Promise<Pick<ServedOperation, 'body' | 'flawsOf'>> {
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

/** The parameters of one place. */
export function servedIn(source: Source, where: 'query' | 'header' | 'cookie'): Promise<ServedParameter[]> {
  const wanted = [...source.operation.parameters.values()].filter((parameter) => parameter.in === where)
  return Promise.all(wanted.map((parameter) => servedParameter(source, parameter)))
}

/** Whether a record of a collection is there says more than the schema of its identifier. */
export async function segmentsOf(source: Source, records: readonly number[]): Promise<ServedSegment[]> {
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
    takes(given) {
      if (!validate || isObjectWanted) return true
      const before = markOf(node, name)
      if (!given.every((value) => value.startsWith(before))) return false
      const values = given.map((value) => value.slice(before.length))
      const all = items && values.length === 1 ? values.flatMap((value) => listed(node, name, value)) : values
      const read = items
        ? all.map((value) => readAs(value, items.kinds))
        : readAs(all.at(-1) ?? '', view.kinds)
      return errorsOf(validate, read).length === 0
    },
  }
}

/** What a path writes before a value: `.3`, `;id=3`. */
function markOf({ style }: Node, name: string): string {
  return style === 'label' ? '.' : style === 'matrix' ? `;${name}=` : ''
}

/** The values of a list that is written as one: `3,4`, `3|4`, `3 4`, `.3.4`, `;id=3;id=4`. */
function listed(node: Node, name: string, text: string): string[] {
  const { style, explode } = node
  if (style === 'pipeDelimited') return text.split('|')
  if (style === 'spaceDelimited') return text.split(' ')
  // version 3.0 shows points between values that are not exploded, 3.1 commas
  const isMarked = explode === true || (style === 'label' && !text.includes(','))
  return text.split((isMarked && markOf(node, name)) || ',')
}

function readAs(text: string, kinds: ReadonlySet<string> | null): Sample {
  if (kinds === null || kinds.has('string')) return text
  if (kinds.has('boolean') && /^(true|false)$/.test(text)) return text === 'true'
  const isNumber = kinds.has('integer') || kinds.has('number')
  return isNumber && text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text
}
