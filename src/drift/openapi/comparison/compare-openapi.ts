import type { Severity } from '../../../rules/finding.js'
import { compareText } from '../../baseline.js'
import type { OpenApiDocument } from '../document.js'
import { asNode, canonical, entriesOf, listOf, type Node } from '../node.js'
import { type Operation, sunsetOf } from '../operation.js'
import { createSchemaReader } from '../schema/schema-reader.js'
import { change, type OpenApiChange } from './change.js'
import { compareOperation, type Sides } from './compare-operation.js'
import { isWording, textPair } from './wording.js'

interface ChangedOperation {
  readonly operation: string
  /** The gravest of its changes. */
  readonly severity: Severity
  readonly changes: number
}

export interface OpenApiComparison {
  readonly kind: 'openapi'
  /** Document first, then by operation and place. */
  readonly changes: readonly OpenApiChange[]
  readonly operations: {
    readonly added: readonly string[]
    readonly removed: readonly string[]
    readonly changed: readonly ChangedOperation[]
    readonly unchanged: number
  }
}

export interface CompareOptions {
  /** `YYYY-MM-DD`: decides whether a removed operation's sunset had come. Without it, it had not. */
  readonly today?: string
}

/** Lists and grades everything that two documents do not share. Renamed path parameters and components are no change. */
export function compareOpenApi(
  before: OpenApiDocument,
  after: OpenApiDocument,
  options: CompareOptions = {},
): OpenApiComparison {
  const sides: Sides = {
    before: createSchemaReader(before.resolver, before.version),
    after: createSchemaReader(after.resolver, after.version),
    beforeResolver: before.resolver,
    afterResolver: after.resolver,
  }
  const { pairs, removed, added } = pairOperations(before.operations, after.operations)
  const compared = pairs.map(([old, now]) => ({ now, changes: compareOperation(sides, old, now) }))
  const changes = [
    ...compareRoots(before, after),
    ...removed.map((operation) => removal(operation, options.today ?? null)),
    ...added.map(({ name }) => change('operation-added', { operation: name })),
    ...compared.flatMap((pair) => pair.changes),
  ]
  const changed = compared.filter((pair) => pair.changes.length > 0)
  return {
    kind: 'openapi',
    changes: sortChanges(changes),
    operations: {
      added: namesOf(added),
      removed: namesOf(removed),
      changed: changed
        .map(({ now, changes: found }) => ({
          operation: now.name,
          severity: gravest(found),
          changes: found.length,
        }))
        .sort((a, b) => compareText(a.operation, b.operation)),
      unchanged: compared.length - changed.length,
    },
  }
}

/** Same method, and the same path but for the names of its parameters; the very same path first. */
function pairOperations(before: readonly Operation[], after: readonly Operation[]) {
  const pairs: [Operation, Operation][] = []
  const taken = new Set<Operation>()
  const keys: ((operation: Operation) => string)[] = [({ name }) => name, (o) => `${o.method} ${o.pathKey}`]
  for (const keyOf of keys) {
    const open = new Map(after.filter((o) => !taken.has(o)).map((o) => [keyOf(o), o]))
    for (const old of before) {
      const now = taken.has(old) ? undefined : open.get(keyOf(old))
      if (!now || taken.has(now)) continue
      pairs.push([old, now])
      taken.add(old).add(now)
    }
  }
  return {
    pairs,
    removed: before.filter((operation) => !taken.has(operation)),
    added: after.filter((operation) => !taken.has(operation)),
  }
}

function removal({ name, node }: Operation, today: string | null): OpenApiChange {
  const sunset = sunsetOf(node)
  if (node.deprecated !== true) return change('operation-removed', { operation: name })
  if (sunset === null) return change('operation-removed-deprecated', { operation: name })
  const due = today !== null && sunset <= today
  return change(due ? 'operation-removed-after-sunset' : 'operation-removed', {
    operation: name,
    before: sunset,
  })
}

function compareRoots(before: OpenApiDocument, after: OpenApiDocument): OpenApiChange[] {
  const known = ['openapi', 'paths', 'components', 'servers', 'security']
  return [
    ...compareServers(before.root, after.root),
    ...compareSecuritySchemes(before, after),
    ...compareRest(before.root, after.root, known),
  ]
}

function compareServers(before: Node, after: Node): OpenApiChange[] {
  const urls = (root: Node) => new Set(listOf(root.servers).map((server) => String(asNode(server).url ?? '')))
  const [olds, news] = [urls(before), urls(after)]
  return [
    ...[...olds]
      .filter((url) => !news.has(url))
      .map((url) => change('server-removed', { place: `server ${url}` })),
    ...[...news]
      .filter((url) => !olds.has(url))
      .map((url) => change('server-added', { place: `server ${url}` })),
  ]
}

function compareSecuritySchemes(before: OpenApiDocument, after: OpenApiDocument): OpenApiChange[] {
  const schemes = ({ root }: OpenApiDocument) => new Map(entriesOf(asNode(root.components).securitySchemes))
  const [olds, news] = [schemes(before), schemes(after)]
  return [...new Set([...olds.keys(), ...news.keys()])].flatMap((name) => {
    const place = `security scheme ${name}`
    if (!news.has(name)) return [change('security-scheme-removed', { place })]
    if (!olds.has(name)) return [change('security-scheme-added', { place })]
    const [old, now] = [before.resolver.follow(olds.get(name)), after.resolver.follow(news.get(name))]
    if (canonical(old) === canonical(now)) return []
    const wordsOnly = canonical(withoutWords(old)) === canonical(withoutWords(now))
    return [change(wordsOnly ? 'text-changed' : 'security-scheme-changed', { place })]
  })
}

function withoutWords(node: Node): Node {
  return Object.fromEntries(Object.entries(node).filter(([key]) => !isWording(key)))
}

function compareRest(before: Node, after: Node, known: readonly string[]): OpenApiChange[] {
  const words = ['info', 'tags', 'externalDocs', 'jsonSchemaDialect']
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => !known.includes(key) && canonical(before[key]) !== canonical(after[key]))
    .map((key) => {
      const code = words.includes(key) || isWording(key) ? 'text-changed' : 'keyword-changed'
      return change(code, { place: `(${key})`, ...textPair(before[key], after[key]) })
    })
}

function sortChanges(changes: readonly OpenApiChange[]): OpenApiChange[] {
  const key = (c: OpenApiChange) =>
    `${c.operation ?? ''}\u0000${c.place ?? ''}\u0000${c.code}\u0000${c.after ?? c.before ?? ''}`
  return changes
    .map((found) => ({ found, key: key(found) }))
    .sort((a, b) => compareText(a.key, b.key))
    .map(({ found }) => found)
}

function namesOf(operations: readonly Operation[]): string[] {
  return operations.map(({ name }) => name).sort(compareText)
}

const ranks: Record<Severity, number> = { info: 0, warning: 1, error: 2 }

function gravest(changes: readonly { readonly severity: Severity }[]): Severity {
  return changes.reduce<Severity>(
    (worst, { severity }) => (ranks[severity] > ranks[worst] ? severity : worst),
    'info',
  )
}
