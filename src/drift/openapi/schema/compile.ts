import type { ErrorObject, ValidateFunction } from 'ajv'
import { messageOf } from '../../../node/thrown.js'
import { DeadlineError, runWithDeadline } from '../../deadline.js'
import { InputError } from '../../input-error.js'
import { textFormat } from '../../shape.js'
import { asNode, isNode, type OpenApiDocument, partsOf, someNode } from '../document.js'
import { checkedFormats, createJsonSchemas } from './json-schema.js'

/** Time limit for compiling one schema, which may never end. */
const SCHEMA_MS = 20_000

export type Validator = (value: unknown) => readonly ErrorObject[]

/** Loads the validator, which compiles the schemas of a document. */
export async function createSchemaCompiler(document: OpenApiDocument) {
  const { Ajv2020 } = await import('ajv/dist/2020.js')
  const schemas = createJsonSchemas(document.resolver, document.version)
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    logger: false,
    validateFormats: true,
    // what it saves in a minute of responses, it costs before the first
    code: { regExp, optimize: false },
  })
  // who keeps account of what each part of an `allOf` has seen pays the square of their number
  ajv.opts.unevaluated = someNode(
    document.root,
    (node) => 'unevaluatedProperties' in node || 'unevaluatedItems' in node,
  )
  for (const format of checkedFormats) ajv.addFormat(format, hasFormat(format))

  const compileNow = (schema: unknown): Validator => {
    const plain = schemas.translate(schema)
    checkPatterns(schema, plain)
    for (const name of addNamed(plain)) attempt(schemas.source(name), () => ajv.getSchema(name))
    const validate: ValidateFunction = attempt(schema, () => ajv.compile(asNode(plain)))
    return (value) => (validate(value) ? [] : (validate.errors ?? []))
  }

  /** Adds what the schema refers to, directly or not; returns the names that were new. */
  function addNamed(plain: unknown): string[] {
    const added: string[] = []
    const open = [...namesIn(plain)]
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      if (ajv.schemas[name] || ajv.refs[name]) continue
      const schema = { ...asNode(schemas.named(name)), $id: name }
      checkPatterns(schemas.source(name), schema)
      attempt(schemas.source(name), () => ajv.addSchema(schema))
      added.push(name)
      open.push(...namesIn(schema))
    }
    return added
  }

  function attempt<T>(schema: unknown, act: () => T): T {
    try {
      return act()
    } catch (error) {
      throw new UnusableSchema(schema, pointerOf(ajv.errors), messageOf(error))
    }
  }

  return {
    /** @throws InputError with the line of the schema that cannot be used, or not in time */
    async compile(schema: unknown): Promise<Validator> {
      try {
        return runWithDeadline(SCHEMA_MS, () => compileNow(schema))
      } catch (error) {
        throw await inputError(document, schema, error)
      }
    },
  }
}

class UnusableSchema extends Error {
  constructor(
    readonly schema: unknown,
    readonly pointer: readonly string[],
    detail: string,
  ) {
    super(detail)
  }
}

async function inputError(document: OpenApiDocument, schema: unknown, error: unknown): Promise<InputError> {
  const { file } = document
  const isLate = error instanceof DeadlineError || error instanceof RangeError
  const culprit = isLate ? new UnusableSchema(schema, [], error.message) : error
  if (!(culprit instanceof UnusableSchema)) throw error
  const place = [...partsOf(document.root)].find(({ value }) => value === culprit.schema)
  const path = [...(place?.path ?? []), ...culprit.pointer]
  const detail = culprit.message.split('\n', 1)[0]?.slice(0, 300) ?? ''
  return new InputError('schema-unusable', file, await document.locate(path), {
    at: `#/${path.join('/')}`,
    detail,
  })
}

function pointerOf(errors: readonly ErrorObject[] | null | undefined): string[] {
  const [, ...keys] = (errors?.[0]?.instancePath ?? '').split('/')
  return keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Values are data, even if they look like a schema. */
const isSchema = (key: string | number) => key !== 'enum' && key !== 'const'

function namesIn(schema: unknown): Set<string> {
  const names = new Set<string>()
  for (const { value } of partsOf(schema, isSchema))
    if (isNode(value) && typeof value.$ref === 'string') names.add(value.$ref)
  return names
}

/** Empty texts and masked ones pass: services response `""`, or `0000-00-00`, where they have no date. */
function hasFormat(format: string): (text: string) => boolean {
  const wanted = format === 'date-time' ? 'datetime' : format
  return (text) => {
    const own = textFormat(text)
    return own === 'empty' || own === 'masked' || (own === wanted && isInCalendar(text))
  }
}

function isInCalendar(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number)
  if (text.startsWith('0000-00-00')) return true
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/** As documents mean it: with `u` where that allows the pattern, else without. */
const regExp = Object.assign(
  (pattern: string, flags: string): RegExp => {
    try {
      return new RegExp(pattern, flags)
    } catch {
      return new RegExp(pattern)
    }
  },
  { code: 'new RegExp' },
)

/** @throws UnusableSchema for the first pattern that is not a valid regular expression */
function checkPatterns(source: unknown, schema: unknown): void {
  for (const { value, path } of partsOf(schema, isSchema)) {
    const names = path.at(-1) === 'patternProperties' && isNode(value) ? Object.keys(value) : []
    const written = path.at(-1) === 'pattern' && typeof value === 'string' ? [value] : names
    for (const pattern of written) {
      try {
        regExp(pattern, 'u')
      } catch (error) {
        const pointer = names.length > 0 ? [...path, pattern] : path
        throw new UnusableSchema(source, pointer.map(String), messageOf(error))
      }
    }
  }
}
