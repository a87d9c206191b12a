import { type Position, type ReadDocument, readYamlOrJson } from '../../documents/read-document.js'
import { InputError } from '../input-error.js'
import { isNode, type Node, partsOf } from './node.js'
import { listOperations, type Operation } from './operation.js'
import { createResolver, pointerKeys, type Resolver } from './resolver.js'

/** An OpenAPI document that was read and whose references all lead somewhere within it. */
export interface OpenApiDocument {
  readonly file: string
  readonly version: '3.0' | '3.1'
  readonly root: Node
  readonly resolver: Resolver
  readonly operations: readonly Operation[]
  /** Finds the position of the part under these keys, or of the nearest part that holds it. */
  locate(path: readonly (string | number)[]): Promise<Position | null>
}

/** Each schema is compiled before the first request, a millisecond each. The public document has about 250 operations. */
const MOST_OPERATIONS = 5_000

/** Deepest nesting that is read. */
const MAX_DEPTH = 400

/** Keys whose content is data, even if it looks like a reference. */
const opaque = new Set(['example', 'examples', 'default', 'enum', 'const'])

/**
 * Reads an OpenAPI document, 3.0 or 3.1, JSON or YAML. Nothing is fetched: a reference to another file or address is an
 * error. @throws {InputError} with line and column of what is wrong
 */
export async function loadOpenApi(text: string, file: string): Promise<OpenApiDocument> {
  return openApiOf(await readYamlOrJson(text, file))
}

/** The same for a document that was read already. */
export async function openApiOf(read: ReadDocument): Promise<OpenApiDocument> {
  const { value: root, file } = read
  if (!isNode(root) || (!('openapi' in root) && !('swagger' in root)))
    throw await InputError.at(read, [], 'not-openapi')
  const stated = String(root.openapi ?? root.swagger)
  const version = /^3\.([01])(\.|$)/.exec(stated)?.[1]
  if (!version) throw await InputError.at(read, ['openapi'], 'openapi-version', { version: stated })
  if ('paths' in root && !isNode(root.paths))
    throw await InputError.at(read, ['paths'], 'openapi-part', { part: 'paths' })
  const resolver = createResolver(root)
  await checkReferences(read, root, resolver)
  const operations = listOperations(root, resolver)
  const count = operations.length
  if (count > MOST_OPERATIONS)
    throw await InputError.at(read, ['paths'], 'openapi-size', { count, most: MOST_OPERATIONS })
  return {
    file,
    version: `3.${version}` as '3.0' | '3.1',
    root,
    resolver,
    operations,
    locate: (path) => read.locate(path),
  }
}

type Keys = readonly (string | number)[]

async function checkReferences(read: ReadDocument, root: Node, resolver: Resolver): Promise<void> {
  const checked = new Set<string>()
  for (const { value, path } of partsOf(root, isStructure)) {
    if (path.length > MAX_DEPTH)
      throw await InputError.at(read, path.slice(0, 20), 'openapi-part', { part: 'nesting' })
    const ref = isNode(value) ? value.$ref : undefined
    if (typeof ref !== 'string' || checked.has(ref)) continue
    const wrong = refFlaw(resolver, ref)
    if (wrong) throw await InputError.at(read, [...path, '$ref'], wrong, { ref })
    checked.add(ref)
  }
}

/** Under these keys, names are the user's own. */
const maps = new Set<string | number | undefined>(['properties', 'schemas', 'parameters'])

function isStructure(key: string | number, path: Keys): boolean {
  return typeof key === 'number' || maps.has(path.at(-1)) || !(opaque.has(key) || key.startsWith('x-'))
}

function refFlaw(resolver: Resolver, ref: string): 'ref-remote' | 'ref-missing' | 'ref-circular' | null {
  const seen = new Set<string>()
  for (let next = ref; ; ) {
    if (pointerKeys(next) === null) return 'ref-remote'
    if (seen.has(next)) return 'ref-circular'
    seen.add(next)
    const target = resolver.at(next)
    if (target === undefined) return 'ref-missing'
    if (!isNode(target) || typeof target.$ref !== 'string') return null
    next = target.$ref
  }
}
