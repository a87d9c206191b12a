/** Compiles the schemas of a user's OpenAPI document with the validator Ajv, which is loaded only then. */
import type { ErrorObject, ValidateFunction } from 'ajv'
import { messageOf } from '../../../node/thrown.js'
import { DeadlineError, runWithDeadline } from '../../deadline.js'
import { InputError } from '../../input-error.js'
import { textFormat } from '../../shape.js'
import { asNode, isNode, type OpenApiDocument, partsOf, someNode, unescapeKey } from '../document.js'
import { checkedFormats, createJsonSchemas, entersSchema } from './json-schema.js'

/** The time limit for compiling one schema. */
const COMPILE_MS = 20_000

export type Validator = (value: unknown) => readonly ErrorObject[]

export async function createSchemaCompiler(document: OpenApiDocument) {
  const { Ajv2020 } = await import('ajv/dist/2020.js')
  const schemas = createJsonSchemas(document.resolver, document.version)
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    logger: false,
    validateFormats: true,
    // optimising takes longer than it saves in a run
    code: { regExp, optimize: false },
  })
  // Ajv2020 always records evaluated properties; that grows with the square of an `allOf`, so it is off unless it is needed
  ajv.opts.unevaluated = someNode(
    document.root,
    (node) => 'unevaluatedProperties' in node || 'unevaluatedItems' in node,
  )
  for (const format of checkedFormats) ajv.addFormat(format, hasFormat(format))

  const compileSync = (schema: unknown): Validator => {
    const translated = schemas.translate(schema)
    checkPatterns(schema, translated)
    // `getSchema` compiles each one by itself; otherwise an error in it would be reported for `schema`
    for (const name of addReferredSchemas(translated))
      attempt(schemas.findByName(name), () => ajv.getSchema(name))
    const validate: ValidateFunction = attempt(schema, () => ajv.compile(asNode(translated)))
    return (value) => (validate(value) ? [] : (validate.errors ?? []))
  }

  /** Adds the schemas to which a schema refers, directly or not, to Ajv. Returns the names of those that were new. */
  function addReferredSchemas(translated: unknown): string[] {
    const added: string[] = []
    const remaining = [...namesIn(translated)]
    for (let name = remaining.pop(); name !== undefined; name = remaining.pop()) {
      if (ajv.schemas[name] || ajv.refs[name]) continue
      const source = schemas.findByName(name)
      const schema = { ...asNode(schemas.translateNamed(name)), $id: name }
      checkPatterns(source, schema)
      attempt(source, () => ajv.addSchema(schema))
      added.push(name)
      remaining.push(...namesIn(schema))
    }
    return added
  }

  /** Runs a step of the compilation. Its error becomes one about this schema of the document. */
  function attempt<T>(schema: unknown, run: () => T): T {
    try {
      return run()
    } catch (error) {
      throw new UnusableSchema(schema, pointerOf(ajv.errors), messageOf(error))
    }
  }

  return {
    /** @throws InputError with the line of the schema that cannot be used, or not in time */
    async compile(schema: unknown): Promise<Validator> {
      try {
        return runWithDeadline(COMPILE_MS, () => compileSync(schema))
      } catch (error) {
        throw await toInputError(document, schema, error)
      }
    },
  }
}

/** A schema that cannot be compiled, with the keys of the part that is wrong. */
class UnusableSchema extends Error {
  constructor(
    readonly schema: unknown,
    readonly pointer: readonly string[],
    detail: string,
  ) {
    super(detail)
  }
}

/** Turns an error of the compilation of a schema into one with the line in the document. */
async function toInputError(document: OpenApiDocument, schema: unknown, error: unknown): Promise<InputError> {
  // a RangeError is a stack overflow
  const isEndless = error instanceof DeadlineError || error instanceof RangeError
  const unusable = isEndless ? new UnusableSchema(schema, [], error.message) : error
  if (!(unusable instanceof UnusableSchema)) throw error
  const place = [...partsOf(document.root)].find(({ value }) => value === unusable.schema)
  const path = [...(place?.path ?? []), ...unusable.pointer]
  const detail = unusable.message.split('\n', 1)[0]?.slice(0, 300) ?? ''
  return new InputError('schema-unusable', document.file, await document.locate(path), {
    at: `#/${path.join('/')}`,
    detail,
  })
}

/** The keys of the place at which Ajv found the first error in a schema. */
function pointerOf(errors: readonly ErrorObject[] | null | undefined): string[] {
  const [, ...keys] = (errors?.[0]?.instancePath ?? '').split('/')
  return keys.map(unescapeKey)
}

/** The names of all schemas to which a schema refers. */
function namesIn(schema: unknown): Set<string> {
  const names = new Set<string>()
  for (const { value } of partsOf(schema, entersSchema))
    if (isNode(value) && typeof value.$ref === 'string') names.add(value.$ref)
  return names
}

/**
 * Returns the check of a format of dates and times. Empty texts and `0000-00-00` pass, because services respond with them
 * if there is no date, and so do masked texts.
 */
function hasFormat(format: string): (text: string) => boolean {
  const expected = format === 'date-time' ? 'datetime' : format
  return (text) => {
    const actual = textFormat(text)
    return actual === 'empty' || actual === 'masked' || (actual === expected && isInCalendar(text))
  }
}

function isInCalendar(text: string): boolean {
  if (text.startsWith('0000-00-00')) return true
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number)
  const lastDayOfMonth = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return month >= 1 && month <= 12 && day >= 1 && day <= lastDayOfMonth
}

/** Makes Ajv's regular expressions. A pattern that is invalid with the flag `u` is read without. Ajv requires `code`. */
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

/**
 * Checks the patterns of a translated schema. `source` is the schema in the document, which the error names.
 *
 * @throws UnusableSchema for the first pattern that is not a valid regular expression
 */
function checkPatterns(source: unknown, translated: unknown): void {
  for (const { value, path } of partsOf(translated, entersSchema)) {
    const names = path.at(-1) === 'patternProperties' && isNode(value) ? Object.keys(value) : []
    const patterns = path.at(-1) === 'pattern' && typeof value === 'string' ? [value] : names
    for (const pattern of patterns) {
      try {
        regExp(pattern, 'u')
      } catch (error) {
        const pointer = names.length > 0 ? [...path, pattern] : path
        throw new UnusableSchema(source, pointer.map(String), messageOf(error))
      }
    }
  }
}
