import type { ErrorObject, ValidateFunction } from 'ajv'
import { type Exchange, headerValue } from '../../exchange/exchange.js'
import { type Json, parseJson } from '../../exchange/json.js'
import { driftFingerprint } from '../../rules/drift/index.js'
import type { Finding, Severity, Values } from '../../rules/finding.js'
import type { RequirementId } from '../../specification/requirements.js'
import type { FindingCode } from '../../words/en/index.js'
import { compareText } from '../baseline.js'
import { formatOf } from '../format.js'
import { fieldPath, itemPath } from '../place-path.js'
import { kindOf } from '../shape.js'
import { isCircumstantial, pathBelow, routeOf } from '../shapes.js'
import type { OpenApiDocument } from './document.js'
import { checkedFormats, createJsonSchemas, speaksOfNull } from './json-schema.js'
import { asNode, entriesOf, isNode, type Node } from './node.js'
import { type Operation, pathKey } from './operation.js'
import { tabulate } from './operation-table.js'
import { createSchemaReader, schemaOf } from './schema-view.js'
import { undocumentedFields } from './undocumented.js'

/**
 * The user's copy of the service's document as one more contract. What contradicts it is an error; what it does not
 * mention is told and never judged, and so are nulls where it never speaks of null, formats, which are hints, values
 * beyond an enumeration (a warning: documents lag behind), and places that the specification itself leaves open.
 *
 * Bodies are checked with Ajv. `z.fromJSONSchema` was tried: it takes references to `#/$defs` alone, ignores keywords
 * beside a reference, takes anything for `properties` without `type`, and throws on `if`.
 */
export interface OpenApiContract {
  /** Findings of one exchange; each once, at the first exchange that shows it. */
  observe(exchange: Exchange): Finding[]
  coverage(): OperationCoverage
}

export interface OperationCoverage {
  readonly exercised: readonly string[]
  readonly notExercised: readonly string[]
}

export interface OpenPlace {
  readonly route: string
  readonly path: string
}

export interface ContractOptions {
  readonly baseUrl: string
  /** Places where the specification accepts more than the document. */
  readonly open?: readonly OpenPlace[]
}

/** §Listings: the list of listings may be an object or an array. */
const openPlaces: readonly OpenPlace[] = [{ route: 'GET /anuncios', path: '$.data' }]

/** Loads the validator and sets the document up as a contract. Schemas are compiled when first needed. */
export async function createOpenApiContract(
  document: OpenApiDocument,
  options: ContractOptions,
): Promise<OpenApiContract> {
  const { Ajv2020 } = await import('ajv/dist/2020.js')
  const schemas = createJsonSchemas(document.resolver, document.version)
  const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false, validateFormats: true })
  for (const format of checkedFormats) ajv.addFormat(format, hasFormat(format))
  const compile = (schema: unknown): ValidateFunction => {
    addNamed(schemas.translate(schema))
    return ajv.compile(asNode(schemas.translate(schema)))
  }
  const addNamed = (schema: unknown): void => {
    for (const name of namesIn(schema)) {
      if (ajv.schemas[name] || ajv.refs[name]) continue
      const named = asNode(schemas.named(name))
      ajv.addSchema({ ...named, $id: name })
      addNamed(named)
    }
  }
  return new Contract(document, options, compile)
}

class Contract implements OpenApiContract {
  private readonly table
  private readonly reader
  private readonly silentOnNull
  private readonly open
  private readonly exercised = new Set<string>()
  private readonly told = new Set<string>()
  private readonly validators = new WeakMap<object, ValidateFunction>()

  constructor(
    private readonly document: OpenApiDocument,
    private readonly options: ContractOptions,
    private readonly compile: (schema: unknown) => ValidateFunction,
  ) {
    this.table = tabulate(document.operations)
    this.reader = createSchemaReader(document.resolver, document.version)
    this.silentOnNull = !speaksOfNull(document.root)
    this.open = new Set((options.open ?? openPlaces).map(({ route, path }) => `${pathKey(route)} ${path}`))
  }

  observe(exchange: Exchange): Finding[] {
    const path = pathBelow(exchange.request.url, this.options.baseUrl)
    const { answer, request } = exchange
    if (exchange.channel !== 'service' || path === null || !answer) return []
    const operation = this.table.find(request.method, path)
    if (operation) this.exercised.add(operation.name)
    if (isCircumstantial(answer.status) || exchange.failure) return []
    const found = operation
      ? this.observeAnswer(operation, exchange, answer.status)
      : [this.finding('openapi/operation:undocumented', 'info', exchange, null, { actual: request.method })]
    return found.filter(({ fingerprint }) => !this.told.has(fingerprint) && this.told.add(fingerprint))
  }

  coverage(): OperationCoverage {
    const names = this.document.operations.map(({ name }) => name).sort(compareText)
    return {
      exercised: names.filter((name) => this.exercised.has(name)),
      notExercised: names.filter((name) => !this.exercised.has(name)),
    }
  }

  private observeAnswer(operation: Operation, exchange: Exchange, status: number): Finding[] {
    const responses = new Map(entriesOf(operation.node.responses))
    const response =
      responses.get(String(status)) ??
      responses.get(`${Math.floor(status / 100)}XX`) ??
      responses.get('default')
    if (response === undefined) {
      const expected = [...responses.keys()].join(', ')
      return [this.finding('openapi/status:undocumented', 'info', exchange, operation, { expected })]
    }
    const body = jsonBody(exchange)
    const media = jsonMedia(this.document.resolver.follow(response))
    if (body === undefined || !media || media.schema === undefined) return []
    return [
      ...this.breaches(media, body, exchange, operation),
      ...this.strangers(media, body, exchange, operation),
    ]
  }

  private breaches(media: Node, body: Json, exchange: Exchange, operation: Operation): Finding[] {
    const validate = this.validators.get(media) ?? this.compile(media.schema)
    this.validators.set(media, validate)
    if (validate(body)) return []
    const groups = new Map<string, Breach & { places: number }>()
    for (const error of relevant(validate.errors ?? [])) {
      const breach = this.breachOf(error, body)
      if (!breach) continue
      const key = `${breach.code} ${breach.path}`
      groups.set(key, { ...breach, places: (groups.get(key)?.places ?? 0) + 1 })
    }
    return [...groups.values()].map(({ code, severity, ...values }) =>
      this.judged(code, severity, exchange, operation, values),
    )
  }

  private breachOf(error: ErrorObject, body: Json): Breach | null {
    const { path, value } = placeOf(error.instancePath, body)
    if (typeof value === 'string' && formatOf(value) === 'masked') return null
    if (toldElsewhere.has(error.keyword)) return null
    const keyword = error.keyword
    const evidence = { path, keyword, expected: expectation(error), actual: kindOf(value) }
    if (keyword === 'required') {
      return {
        ...evidence,
        code: 'openapi/schema:required',
        severity: 'error',
        path: fieldPath(path, String(error.params.missingProperty)),
      }
    }
    if (value === null && this.silentOnNull)
      return { ...evidence, code: 'openapi/schema:null', severity: 'info' }
    if (keyword === 'format') return { ...evidence, code: 'openapi/schema:format', severity: 'info' }
    if (keyword === 'enum' || keyword === 'const')
      return { ...evidence, code: 'openapi/schema:value', severity: 'warning' }
    const isType = keyword === 'type' || keyword === 'anyOf'
    return { ...evidence, code: isType ? 'openapi/schema:type' : 'openapi/schema:bound', severity: 'error' }
  }

  private judged(
    code: FindingCode,
    severity: Severity,
    exchange: Exchange,
    operation: Operation,
    values: Values,
  ): Finding {
    const isOpen = this.open.has(`${operation.method} ${operation.pathKey} ${values.path}`)
    return isOpen
      ? this.finding('openapi/schema:open', 'info', exchange, operation, values)
      : this.finding(code, severity, exchange, operation, values)
  }

  private strangers(media: Node, body: Json, exchange: Exchange, operation: Operation): Finding[] {
    return undocumentedFields(this.reader, schemaOf(media), body).map(({ path, value }) =>
      this.finding('openapi/field:undocumented', 'info', exchange, operation, {
        path,
        actual: kindOf(value),
      }),
    )
  }

  private finding(
    code: FindingCode,
    severity: Severity,
    exchange: Exchange,
    operation: Operation | null,
    values: Values,
  ): Finding {
    const route = routeOf(exchange, this.options.baseUrl) ?? operation?.name ?? exchange.request.method
    const status = exchange.answer?.status ?? null
    const path = typeof values.path === 'string' ? values.path : null
    return {
      requirement: code.slice(0, code.indexOf(':')) as RequirementId,
      code,
      values: { status, ...values },
      severity,
      blame: 'service',
      step: exchange.step,
      route,
      exchange: exchange.id,
      consequenceOf: null,
      fingerprint: driftFingerprint(code, route, status, path),
    }
  }
}

/** Undocumented fields are told as such; `if` only repeats what its `then` says. */
const toldElsewhere = new Set(['additionalProperties', 'unevaluatedProperties', 'if'])

interface Breach {
  readonly code: FindingCode
  readonly severity: Severity
  readonly path: string
  readonly keyword: string
  readonly expected: string
  readonly actual: string
}

/** Where no branch fits, that alone is told, and not what each of them would have wanted. */
function relevant(errors: readonly ErrorObject[]): ErrorObject[] {
  const undecided = errors
    .filter(({ keyword }) => keyword === 'anyOf')
    .map(({ instancePath }) => instancePath)
  const below = (inner: string, outer: string) => inner === outer || inner.startsWith(`${outer}/`)
  return errors.filter(({ keyword, instancePath }) => {
    const within = undecided.filter((outer) => below(instancePath, outer))
    return keyword === 'anyOf' ? within.every((outer) => outer === instancePath) : within.length === 0
  })
}

function expectation({ keyword, params, schema }: ErrorObject): string {
  if (keyword === 'type') return Array.isArray(params.type) ? params.type.join('|') : String(params.type)
  if (keyword === 'enum') return (params.allowedValues as unknown[]).map(String).join(', ')
  if (keyword === 'anyOf') return 'anyOf'
  if (keyword === 'format') return String(params.format)
  const limit = params.limit ?? params.pattern ?? schema
  return limit === undefined ? keyword : `${keyword} ${String(limit)}`
}

/** The value at a JSON pointer, and its path with the positions in lists left out. */
function placeOf(pointer: string, body: Json): { path: string; value: Json } {
  let value: Json = body
  let path = '$'
  for (const raw of pointer.split('/').slice(1)) {
    const key = raw.replaceAll('~1', '/').replaceAll('~0', '~')
    const isList: boolean = Array.isArray(value)
    path = isList ? itemPath(path) : fieldPath(path, key)
    value = (value as Readonly<Record<string, Json>>)[key] ?? null
  }
  return { path, value }
}

function jsonBody({ answer }: Exchange): Json | undefined {
  if (!answer?.body || answer.body.flaw !== null) return undefined
  const type = headerValue(answer.headers, 'content-type')
  if (type !== null && !/json/i.test(type)) return undefined
  const parsed = parseJson(answer.body.text ?? '')
  return parsed.ok ? parsed.value : undefined
}

function jsonMedia(response: Node): Node | null {
  const found = entriesOf(response.content).find(([type]) => /^(application\/(.*\+)?json|\*\/\*)/i.test(type))
  return found && isNode(found[1]) ? found[1] : null
}

function namesIn(schema: unknown, names: Set<string> = new Set()): Set<string> {
  if (typeof schema !== 'object' || schema === null) return names
  for (const [key, value] of Object.entries(schema)) {
    if (key === '$ref' && typeof value === 'string') names.add(value)
    else if (key !== 'enum' && key !== 'const') namesIn(value, names)
  }
  return names
}

/** Empty texts and masked ones pass: services answer `""` where they have no date. */
function hasFormat(format: string): (text: string) => boolean {
  const wanted = format === 'date' ? 'date' : 'datetime'
  return (text) => ['empty', 'masked', wanted].includes(formatOf(text))
}
