/** Reads a user's OpenAPI document: its operations, and its references, which must all lead to places within it. */
import { type Position, type ReadDocument, readYamlOrJson } from '../../documents/read-document.js'
import { decodePercent } from '../../exchange/address.js'
import { isPlainObject } from '../../specification/plain-object.js'
import { InputError } from '../input-error.js'

/** A part of an OpenAPI document: any JSON, not validated yet. */
export type Node = { readonly [key: string]: unknown }

export const isNode: (value: unknown) => value is Node = isPlainObject

export function asNode(value: unknown): Node {
  return isNode(value) ? value : {}
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The keys and values of an object; empty for another value. */
export function membersOf(value: unknown): [string, unknown][] {
  return isNode(value) ? Object.entries(value) : []
}

type Keys = readonly (string | number)[]

interface Part {
  readonly value: unknown
  readonly path: Keys
}

/**
 * Yields a value and everything in it, in the order of the document. The value of a key for which `enters` returns false is
 * skipped (`around`: the path of the part with the key). It keeps a list instead of calling itself, because a hostile
 * document would overflow the stack.
 */
export function* partsOf(
  root: unknown,
  enters: (key: string | number, around: Keys) => boolean = () => true,
): Generator<Part, void> {
  const remaining: Part[] = [{ value: root, path: [] }]
  for (let part = remaining.pop(); part; part = remaining.pop()) {
    yield part
    const { value, path } = part
    if (typeof value !== 'object' || value === null) continue
    const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
    // the last one that is added is taken first
    for (const [key, child] of entries.reverse())
      if (enters(key, path)) remaining.push({ value: child, path: [...path, key] })
  }
}

export function someNode(root: unknown, fits: (node: Node) => boolean): boolean {
  for (const { value } of partsOf(root)) if (isNode(value) && fits(value)) return true
  return false
}

export type Resolver = ReturnType<typeof createResolver>

/** The longest chain of references to references that is followed, because a chain may be a circle. */
const MAX_HOPS = 32

/** Follows references within a document. Loading it has refused references to other documents. */
export function createResolver(root: Node) {
  /** Pointers that were resolved before, because every response repeats the same ones. */
  const found = new Map<string, unknown>()

  /** Resolves a pointer such as `#/components/schemas/Produto`; undefined if it leads nowhere. */
  function resolvePointer(pointer: string): unknown {
    if (!found.has(pointer)) found.set(pointer, lookUp(root, pointer))
    return found.get(pointer)
  }

  /** Returns the node itself, or the node to which its `$ref` leads; an empty node if the reference leads nowhere or to itself. */
  function follow(value: unknown): Node {
    let node = asNode(value)
    for (let hops = 0; hops < MAX_HOPS && typeof node.$ref === 'string'; hops++)
      node = asNode(resolvePointer(node.$ref))
    return typeof node.$ref === 'string' ? {} : node
  }

  return { resolvePointer, follow }
}

/** The keys of a pointer such as `#/components/schemas/Produto`; null if it leads to another document. */
export function pointerKeys(pointer: string): string[] | null {
  if (pointer === '#') return []
  if (!pointer.startsWith('#/')) return null
  const parts = pointer.slice(2).split('/')
  return parts.map((part) => unescapeKey(decodePercent(part)))
}

function lookUp(root: Node, pointer: string): unknown {
  let value: unknown = root
  const keys = pointerKeys(pointer)
  if (keys === null) return undefined
  for (const key of keys) {
    if (Array.isArray(value)) value = value[Number(key)]
    else value = isNode(value) && Object.hasOwn(value, key) ? value[key] : undefined
  }
  return value
}

/** The key that a part of a JSON pointer names: in it, `~1` stands for `/` and `~0` for `~`. */
export function unescapeKey(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~')
}

export interface Operation {
  /** `GET /produtos/{idProduto}` */
  readonly name: string
  readonly method: string
  /** The path below the version prefix without its parameters' names, `/produtos/{}`, because documents choose different names. */
  readonly pathKey: string
  readonly node: Node
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

function listOperations(root: Node, resolver: Resolver): Operation[] {
  return membersOf(root.paths).flatMap(([path, item]) => {
    if (path.startsWith('x-')) return []
    const pathItem = resolver.follow(item)
    const below = belowVersion(path, pathItem.servers ?? root.servers)
    return methods
      .filter((method) => isNode(pathItem[method]))
      .map((method) => ({
        name: `${method.toUpperCase()} ${below}`,
        method: method.toUpperCase(),
        pathKey: pathKey(below),
        node: asNode(pathItem[method]),
      }))
  })
}

/**
 * The path below the version prefix: `/produtos` for the path `/v3/produtos` of a server at `https://host/Api`, and for
 * `/produtos` of a server at `https://host/Api/v3`.
 */
function belowVersion(path: string, servers: unknown): string {
  const [server] = listOf(servers).map(asNode)
  const url = String(server?.url ?? '').replace(/\{([^}]*)\}/g, (_, name: string) =>
    String(asNode(asNode(server?.variables)[name]).default ?? ''),
  )
  const withoutHost = url.replace(/^(?:[\w+.-]+:)?\/\/[^/]*/, '')
  const base = withoutHost.replace(/\/+$/, '')
  return /\/Api\/v3(\/.*)$/i.exec(base + path)?.[1] ?? path
}

/** `/produtos/{}` for `/produtos/{idProduto}/` */
export function pathKey(path: string): string {
  return path.replace(/\{[^}]*\}/g, '{}').replace(/(.)\/+$/, '$1')
}

export interface OpenApiDocument {
  readonly file: string
  readonly version: '3.0' | '3.1'
  readonly root: Node
  readonly resolver: Resolver
  readonly operations: readonly Operation[]
  /** Finds the position of the part under these keys, or of the nearest part around it. */
  locate(path: readonly (string | number)[]): Promise<Position | null>
}

/** The deepest nesting that is read. Functions that call themselves for each level would overflow the stack. */
const MAX_DEPTH = 400

/** Keys whose value is data, even if it looks like a reference. */
const dataKeys = new Set(['example', 'examples', 'default', 'enum', 'const'])

/** Reads an OpenAPI document of version 3.0 or 3.1. @throws {InputError} with line and column */
export async function loadOpenApi(text: string, file: string): Promise<OpenApiDocument> {
  const read = await readYamlOrJson(text, file)
  const root = read.value
  if (!isNode(root) || (!('openapi' in root) && !('swagger' in root)))
    throw await InputError.at(read, [], 'not-openapi')
  // `swagger` is the key of version 2
  const stated = String(root.openapi ?? root.swagger)
  const version = /^3\.([01])(\.|$)/.exec(stated)?.[1]
  if (!version) throw await InputError.at(read, ['openapi'], 'openapi-version', { version: stated })
  if ('paths' in root && !isNode(root.paths))
    throw await InputError.at(read, ['paths'], 'openapi-part', { part: 'paths' })
  const resolver = createResolver(root)
  await checkReferences(read, root, resolver)
  const operations = listOperations(root, resolver)
  return {
    file,
    version: `3.${version}` as '3.0' | '3.1',
    root,
    resolver,
    operations,
    locate: (path) => read.locate(path),
  }
}

async function checkReferences(read: ReadDocument, root: Node, resolver: Resolver): Promise<void> {
  const checked = new Set<string>()
  for (const { value, path } of partsOf(root, isStructure)) {
    // the error needs only the position of an outer part
    if (path.length > MAX_DEPTH)
      throw await InputError.at(read, path.slice(0, 20), 'openapi-part', { part: 'nesting' })
    const ref = isNode(value) ? value.$ref : undefined
    if (typeof ref !== 'string' || checked.has(ref)) continue
    const flaw = refFlaw(resolver, ref)
    if (flaw) throw await InputError.at(read, [...path, '$ref'], flaw, { ref })
    checked.add(ref)
  }
}

/** Keys whose value has names that the user chose, so that a property may be called `example`. */
const keysWithNames = new Set<string | number | undefined>(['properties', 'schemas', 'parameters'])

/** Whether the value of a key can have references. */
function isStructure(key: string | number, around: Keys): boolean {
  if (typeof key === 'number' || keysWithNames.has(around.at(-1))) return true
  return !dataKeys.has(key) && !key.startsWith('x-')
}

/** Why a reference cannot be used, also through the references at its target; null if it can. */
function refFlaw(resolver: Resolver, ref: string): 'ref-remote' | 'ref-missing' | 'ref-circular' | null {
  const seen = new Set<string>()
  let next = ref
  while (true) {
    if (pointerKeys(next) === null) return 'ref-remote'
    if (seen.has(next)) return 'ref-circular'
    seen.add(next)
    const target = resolver.resolvePointer(next)
    if (target === undefined) return 'ref-missing'
    if (!isNode(target) || typeof target.$ref !== 'string') return null
    next = target.$ref
  }
}
