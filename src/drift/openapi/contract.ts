/** Compares responses with a user's OpenAPI document (`contract --openapi FILE`). */
import { placeBelow } from '../../exchange/address.js'
import { type Exchange, headerValue } from '../../exchange/exchange.js'
import { type Json, parseJson, valueIn } from '../../exchange/json.js'
import { driftFingerprint } from '../../rules/drift/index.js'
import type { Finding, Severity, Values } from '../../rules/finding.js'
import type { RequirementId } from '../../specification/requirements.js'
import type { FindingCode } from '../../words/catalogue.js'
import { compareText } from '../baseline.js'
import { DeadlineError, runWithDeadline } from '../deadline.js'
import { kindOf } from '../shape.js'
import { isUnrelatedToRoute, routeOf } from '../shapes.js'
import { breachesOf } from './breaches.js'
import { isNode, membersOf, type Node, type OpenApiDocument, type Operation, pathKey } from './document.js'
import { createSchemaCompiler, type Validator } from './schema/compile.js'
import { mentionsNull } from './schema/json-schema.js'
import { createSchemaReader, undocumentedFields } from './schema/schema-reader.js'

/** A place such as `$.data` of `GET /anuncios` for which the specification accepts more than the document. */
interface OpenPlace {
  readonly route: string
  readonly path: string
}

export interface ContractOptions {
  readonly baseUrl: string
  /** Default: `defaultOpenPlaces`. */
  readonly openPlaces?: readonly OpenPlace[]
}

/** The `data` of the list of listings (anúncios) may be an object or an array; a document has one of them. §Listings */
const defaultOpenPlaces: readonly OpenPlace[] = [{ route: 'GET /anuncios', path: '$.data' }]

/**
 * Makes a contract of a document. All schemas are compiled now, so that a flaw of the document is found before the first
 * request.
 *
 * @throws InputError with the line of a schema that cannot be used
 */
export async function createOpenApiContract(
  document: OpenApiDocument,
  options: ContractOptions,
): Promise<OpenApiContract> {
  const compiler = await createSchemaCompiler(document)
  const validators = new Map<Node, Validator>()
  const responses = document.operations.flatMap(({ node }) => membersOf(node.responses))
  for (const [, response] of responses) {
    const media = findJsonMedia(document.resolver.follow(response))
    if (media?.schema !== undefined && !validators.has(media))
      validators.set(media, await compiler.compile(media.schema))
  }
  return new OpenApiContract(document, options, validators)
}

/** The time limit for checking one response. A schema that takes longer is reported, and not used again. */
const OBSERVE_MS = 1_000

/**
 * The document as an additional contract. A contradiction is an error, and a value outside an enumeration is a warning,
 * because documents are often older than the service. These are information: what the document does not mention, a null if the
 * document never mentions null, a wrong format, and a contradiction at an `OpenPlace`.
 *
 * Bodies are checked with Ajv. `z.fromJSONSchema` was tried: it resolves only `#/$defs`, ignores keywords next to a
 * reference, accepts anything for `properties` without `type`, and throws on `if`.
 */
export class OpenApiContract {
  private readonly operations
  private readonly reader
  private readonly neverMentionsNull
  private readonly openPlaces
  private readonly exercised = new Set<string>()
  private readonly reportedFingerprints = new Set<string>()
  /** The media types whose schema took too long once. */
  private readonly undecidable = new Set<Node>()

  constructor(
    private readonly document: OpenApiDocument,
    private readonly options: ContractOptions,
    private readonly validators: ReadonlyMap<Node, Validator>,
  ) {
    this.operations = createOperationTable(document.operations)
    this.reader = createSchemaReader(document.resolver, document.version)
    this.neverMentionsNull = !mentionsNull(document.root)
    const openPlaces = options.openPlaces ?? defaultOpenPlaces
    this.openPlaces = new Set(openPlaces.map(({ route, path }) => `${pathKey(route)} ${path}`))
  }

  /**
   * Returns the findings of an exchange, except those that an earlier exchange had. Failed exchanges and statuses such as 401, 429
   * and 5xx say nothing about the operation; they only count as exercised.
   */
  observe(exchange: Exchange): Finding[] {
    const path = placeBelow(exchange.request.url, this.options.baseUrl).below
    const { response, request } = exchange
    if (exchange.channel !== 'service' || path === null || !response) return []
    const operation = this.operations.find(request.method, path)
    if (operation) this.exercised.add(operation.name)
    if (isUnrelatedToRoute(response.status) || exchange.failure) return []
    const undocumented = { actual: request.method }
    const found = operation
      ? this.observeResponse({ exchange, operation }, response.status)
      : [this.makeNotice('openapi/operation:undocumented', { exchange, operation }, undocumented)]
    const newFindings = found.filter(({ fingerprint }) => !this.reportedFingerprints.has(fingerprint))
    for (const { fingerprint } of newFindings) this.reportedFingerprints.add(fingerprint)
    return newFindings
  }

  /** Names of the document's operations that were requested so far, and of the others. */
  coverage(): Readonly<Record<'exercised' | 'notExercised', readonly string[]>> {
    const names = this.document.operations.map(({ name }) => name).sort(compareText)
    return {
      exercised: names.filter((name) => this.exercised.has(name)),
      notExercised: names.filter((name) => !this.exercised.has(name)),
    }
  }

  private observeResponse(place: DescribedPlace, status: number): Finding[] {
    const responses = new Map(membersOf(place.operation.node.responses))
    const response =
      responses.get(String(status)) ??
      responses.get(`${Math.floor(status / 100)}XX`) ??
      responses.get('default')
    if (response === undefined) {
      const expected = [...responses.keys()].join(', ')
      return [this.makeNotice('openapi/status:undocumented', place, { expected })]
    }
    const body = readJsonBody(place.exchange)
    const media = findJsonMedia(this.document.resolver.follow(response))
    if (body === undefined || !media || media.schema === undefined) return []
    return this.decideInTime(media, place, () => [
      ...this.findBreaches(media, body, place),
      ...undocumentedFields(this.reader, [media.schema], body).map(({ path, value }) =>
        this.makeNotice('openapi/field:undocumented', place, { path, actual: kindOf(value) }),
      ),
    ])
  }

  /**
   * A pattern may take forever (`DeadlineError`), and a schema that contains itself overflows the stack (`RangeError`). Then one
   * finding says that nothing can be decided.
   */
  private decideInTime(media: Node, place: DescribedPlace, check: () => Finding[]): Finding[] {
    if (this.undecidable.has(media)) return []
    try {
      return runWithDeadline(OBSERVE_MS, check)
    } catch (error) {
      if (!(error instanceof DeadlineError) && !(error instanceof RangeError)) throw error
      this.undecidable.add(media)
      return [this.makeNotice('openapi/schema:undecided', place, { actual: error.message })]
    }
  }

  private findBreaches(media: Node, body: Json, place: DescribedPlace): Finding[] {
    const { method, pathKey: pathOfOperation } = place.operation
    const errors = this.validators.get(media)?.(body) ?? []
    return breachesOf(errors, body, this.neverMentionsNull).map(({ code, severity, ...values }) =>
      this.openPlaces.has(`${method} ${pathOfOperation} ${values.path}`)
        ? this.makeNotice('openapi/schema:open', place, values)
        : this.makeFinding(code, severity, place, values),
    )
  }

  /** A finding of severity `info`. */
  private makeNotice(code: FindingCode, place: Place, values: Values): Finding {
    return this.makeFinding(code, 'info', place, values)
  }

  private makeFinding(
    code: FindingCode,
    severity: Severity,
    { exchange, operation }: Place,
    values: Values,
  ): Finding {
    // our name of the route comes first, because a document may name the parameters of its path differently
    const route = routeOf(exchange, this.options.baseUrl) ?? operation?.name ?? exchange.request.method
    const status = exchange.response?.status ?? null
    const path = typeof values.path === 'string' ? values.path : null
    return {
      // a code is the requirement and a detail: `openapi/field:undocumented`
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

/** Where something was found. `operation` is null if the document has no such operation. */
interface Place {
  readonly exchange: Exchange
  readonly operation: Operation | null
}

type DescribedPlace = Place & { readonly operation: Operation }

/** The body of a response; undefined if it is not complete JSON. A body without `Content-Type` is tried as JSON. */
function readJsonBody({ response }: Exchange): Json | undefined {
  if (!response?.body || response.body.flaw !== null) return undefined
  const type = headerValue(response.headers, 'content-type')
  if (type !== null && !/json/i.test(type)) return undefined
  return valueIn(parseJson(response.body.text ?? ''))
}

/** Returns the part under `content` for `application/json`, `application/problem+json` or any type; null if there is none. */
function findJsonMedia(described: Node): Node | null {
  const entries = membersOf(described.content)
  const media = entries.find(([type]) => /^(application\/(.*\+)?json|\*\/\*)/i.test(type))?.[1]
  return isNode(media) ? media : null
}

/** Finds operations by path. Fixed segments win over parameters, as OpenAPI requires: `/a/me` over `/a/{id}`. */
export function createOperationTable(operations: readonly Operation[]) {
  // the last character of Unicode's first plane sorts parameters behind all texts
  const sortKey = ({ pathKey }: Operation) => pathKey.replaceAll('{}', '\uffff')
  const rows = [...operations]
    .sort((a, b) => compareText(sortKey(a), sortKey(b)))
    .map((operation) => ({ operation, pattern: pathPattern(operation.pathKey) }))
  return {
    /** `path` is below the base address, without query. */
    find(method: string, path: string): Operation | null {
      // the path decides before the method: `GET /a/b` is not `GET /a/{id}` if the document has `POST /a/b`
      const found = rows.find(({ pattern }) => pattern.test(path))?.operation.pathKey
      return operations.find((each) => each.pathKey === found && each.method === method.toUpperCase()) ?? null
    },
  }
}

/** `/produtos/{}` becomes a pattern that fits `/produtos/7`. */
function pathPattern(pathKey: string): RegExp {
  const fixed = pathKey.split('{}').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^/*${fixed.join('[^/]+')}/*$`)
}
