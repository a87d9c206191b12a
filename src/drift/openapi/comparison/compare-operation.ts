import type { Severity } from '../../../rules/finding.js'
import { asNode, canonical, entriesOf, isNode, type Node } from '../node.js'
import { type Operation, type Parameter, sunsetOf } from '../operation.js'
import type { Resolver } from '../resolver.js'
import { schemaOf } from '../schema/schema-view.js'
import { type ChangeCode, change, type Direction, type OpenApiChange } from './change.js'
import { type Both, compareSchemas, type SchemaSides } from './compare-schema.js'
import { securityChanges } from './security-changes.js'
import { isWording, textPair } from './wording.js'

export interface Sides extends SchemaSides {
  readonly beforeResolver: Resolver
  readonly afterResolver: Resolver
}

interface Values {
  readonly before?: string | null
  readonly after?: string | null
  readonly severity?: Severity
}

/** Everything that two versions of one operation do not share. */
export function compareOperation(sides: Sides, before: Operation, after: Operation): OpenApiChange[] {
  return new OperationComparison(sides, before, after).run()
}

class OperationComparison {
  private readonly changes: OpenApiChange[] = []

  constructor(
    private readonly sides: Sides,
    private readonly before: Operation,
    private readonly after: Operation,
  ) {}

  run(): OpenApiChange[] {
    this.description()
    this.parameters()
    this.requestBody()
    this.responses()
    for (const { code, place, ...values } of securityChanges(this.before.security, this.after.security))
      this.found(code, null, place, values)
    return this.changes
  }

  private description(): void {
    const [old, now] = [this.before.node, this.after.node]
    if (canonical(old.operationId) !== canonical(now.operationId)) {
      this.found('operation-id-changed', null, null, textPair(old.operationId, now.operationId))
    }
    if (canonical(old.tags) !== canonical(now.tags))
      this.found('tags-changed', null, null, textPair(old.tags, now.tags))
    this.deprecation(old, now)
    const known = [
      'operationId',
      'tags',
      'deprecated',
      'x-sunset',
      'parameters',
      'requestBody',
      'responses',
      'security',
    ]
    this.rest([old, now], known, null, null)
  }

  private deprecation(old: Node, now: Node) {
    if (old.deprecated !== true && now.deprecated === true) {
      return this.found('operation-deprecated', null, null, { after: sunsetOf(now) })
    }
    if (old.deprecated === true && now.deprecated !== true)
      return this.found('operation-reactivated', null, null, {})
    const [was, is] = [sunsetOf(old), sunsetOf(now)]
    if (was === is) return
    const earlier = was !== null && (is === null || is < was)
    this.found(earlier ? 'sunset-earlier' : 'sunset-later', null, null, { before: was, after: is })
  }

  private parameters(): void {
    for (const [key, old] of this.before.parameters) {
      const now = this.after.parameters.get(key)
      if (now) this.parameter(old, now)
      else this.found('parameter-removed', 'request', key, {})
    }
    for (const [key, now] of this.after.parameters) {
      if (this.before.parameters.has(key)) continue
      const required = now.node.required === true && now.in !== 'path'
      this.found(required ? 'parameter-added-required' : 'parameter-added', 'request', key, {})
    }
  }

  private parameter(old: Parameter, now: Parameter): void {
    const place = now.key
    if (now.in !== 'path') this.requiredness(old.node, now.node, place)
    if (styleOf(old) !== styleOf(now)) {
      this.found('parameter-style-changed', 'request', place, { before: styleOf(old), after: styleOf(now) })
    }
    if (Boolean(old.node.deprecated) !== Boolean(now.node.deprecated)) {
      this.found(now.node.deprecated ? 'deprecated' : 'reactivated', 'request', place, {})
    }
    const styles = ['style', 'explode', 'allowReserved', 'allowEmptyValue']
    this.rest(
      [old.node, now.node],
      ['name', 'in', 'required', 'schema', 'content', 'deprecated', ...styles],
      'request',
      place,
    )
    this.schemas([parameterSchema(old.node), parameterSchema(now.node)], 'request', place, 'parameter')
  }

  private requiredness(old: Node, now: Node, place: string): void {
    if (old.required !== true && now.required === true)
      this.found('parameter-became-required', 'request', place, {})
    if (old.required === true && now.required !== true)
      this.found('parameter-became-optional', 'request', place, {})
  }

  private requestBody() {
    const old = this.before.node.requestBody && this.sides.beforeResolver.follow(this.before.node.requestBody)
    const now = this.after.node.requestBody && this.sides.afterResolver.follow(this.after.node.requestBody)
    if (!isNode(old) && !isNode(now)) return
    if (!isNode(old)) {
      const required = isNode(now) && now.required === true
      return this.found(required ? 'body-added-required' : 'body-added', 'request', 'body', {})
    }
    if (!isNode(now)) return this.found('body-removed', 'request', 'body', {})
    if (old.required !== true && now.required === true)
      this.found('body-became-required', 'request', 'body', {})
    if (old.required === true && now.required !== true)
      this.found('body-became-optional', 'request', 'body', {})
    this.rest([old, now], ['required', 'content'], 'request', 'body')
    this.content(old.content, now.content, 'request', 'body')
  }

  private responses(): void {
    const olds = new Map(entriesOf(this.before.node.responses))
    const news = new Map(entriesOf(this.after.node.responses))
    for (const [status, old] of olds) {
      if (status.startsWith('x-')) continue
      const now = news.get(status)
      if (now !== undefined) this.response(status, old, now)
      else this.found(isSuccess(status) ? 'success-status-removed' : 'status-removed', 'response', status, {})
    }
    for (const status of news.keys()) {
      if (!olds.has(status) && !status.startsWith('x-')) this.found('status-added', 'response', status, {})
    }
  }

  private response(status: string, oldValue: unknown, newValue: unknown): void {
    const old = this.sides.beforeResolver.follow(oldValue)
    const now = this.sides.afterResolver.follow(newValue)
    this.rest([old, now], ['content', 'headers'], 'response', status)
    this.headers(status, new Map(entriesOf(old.headers)), new Map(entriesOf(now.headers)))
    this.content(old.content, now.content, 'response', status)
  }

  private headers(
    status: string,
    olds: ReadonlyMap<string, unknown>,
    news: ReadonlyMap<string, unknown>,
  ): void {
    const lower = (map: ReadonlyMap<string, unknown>) =>
      new Map([...map].map(([key, value]) => [key.toLowerCase(), value]))
    const [before, after] = [lower(olds), lower(news)]
    for (const [name, value] of before) {
      const old = this.sides.beforeResolver.follow(value)
      const place = `${status} header ${name}`
      if (after.has(name)) this.header(place, old, this.sides.afterResolver.follow(after.get(name)))
      else
        this.found(
          old.required === true ? 'header-removed-required' : 'header-removed',
          'response',
          place,
          {},
        )
    }
    for (const name of after.keys()) {
      if (!before.has(name)) this.found('header-added', 'response', `${status} header ${name}`, {})
    }
  }

  private header(place: string, old: Node, now: Node): void {
    if (old.required !== true && now.required === true)
      this.found('header-became-required', 'response', place, {})
    if (old.required === true && now.required !== true)
      this.found('header-became-optional', 'response', place, {})
    this.rest([old, now], ['required', 'schema', 'content'], 'response', place)
    this.schemas([parameterSchema(old), parameterSchema(now)], 'response', place, 'header')
  }

  private content(oldContent: unknown, newContent: unknown, direction: Direction, place: string): void {
    const olds = new Map(entriesOf(oldContent))
    const news = new Map(entriesOf(newContent))
    for (const [type, old] of olds) {
      const now = news.get(type)
      if (now === undefined) this.found('media-type-removed', direction, place, { before: type })
      else this.mediaType(old, now, direction, type === 'application/json' ? place : `${place} ${type}`)
    }
    for (const type of news.keys()) {
      if (!olds.has(type)) this.found('media-type-added', direction, place, { after: type })
    }
  }

  private mediaType(old: unknown, now: unknown, direction: Direction, place: string): void {
    this.rest([asNode(old), asNode(now)], ['schema'], direction, place)
    this.schemas([schemaOf(old), schemaOf(now)], direction, place, 'body')
  }

  private schemas(
    [before, after]: Both<readonly unknown[]>,
    direction: Direction,
    place: string,
    holder: 'body' | 'parameter' | 'header',
  ): void {
    for (const { code, path, severity, ...values } of compareSchemas(this.sides, before, after, direction)) {
      const where = holder !== 'body' && path === '$' ? place : `${place} ${path}`
      const named = holder === 'parameter' && code === 'default-changed' ? 'parameter-default-changed' : code
      this.found(named, direction, where, { ...values, ...(severity ? { severity } : {}) })
    }
  }

  /** What no rule of its own compares: words are told, everything else is a warning. */
  private rest(
    [old, now]: Both<Node>,
    known: readonly string[],
    direction: Direction | null,
    place: string | null,
  ): void {
    for (const key of new Set([...Object.keys(old), ...Object.keys(now)])) {
      if (known.includes(key) || canonical(old[key]) === canonical(now[key])) continue
      const where = place === null ? `(${key})` : `${place} (${key})`
      this.found(
        isWording(key) ? 'text-changed' : 'keyword-changed',
        direction,
        where,
        textPair(old[key], now[key]),
      )
    }
  }

  private found(code: ChangeCode, direction: Direction | null, place: string | null, values: Values): void {
    this.changes.push(change(code, { direction, operation: this.after.name, place, ...values }))
  }
}

function isSuccess(status: string): boolean {
  return /^2/.test(status)
}

function parameterSchema(node: Node): readonly unknown[] {
  const [first] = entriesOf(node.content)
  return node.schema === undefined && first ? schemaOf(first[1]) : schemaOf(node)
}

function styleOf({ in: where, node }: Parameter): string {
  const style =
    typeof node.style === 'string' ? node.style : where === 'query' || where === 'cookie' ? 'form' : 'simple'
  const explode = typeof node.explode === 'boolean' ? node.explode : style === 'form'
  const flags = ['allowReserved', 'allowEmptyValue'].filter((flag) => node[flag] === true)
  return [style, explode ? 'explode' : 'plain', ...flags].join(' ')
}
