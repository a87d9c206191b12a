import { canonical, isNode, listOf, type Node } from '../node.js'
import { type Resolver, refName } from '../resolver.js'
import { mergedView } from './merged-view.js'
import { ownView } from './own-view.js'
import { anything, type Schemas, type SchemaView } from './schema-view.js'

export interface SchemaReader {
  view(schemas: Schemas): SchemaView
}

/** Reads the schemas of one document; each is read once. */
export function createSchemaReader(resolver: Resolver, version: '3.0' | '3.1'): SchemaReader {
  const known = new WeakMap<object, SchemaView>()
  /** The outermost schema that holds itself, of those that are being read: what lies within was cut there. */
  let cutAt = Number.POSITIVE_INFINITY

  /** @param open schemas that are being read, with their depth */
  function viewOne(schema: unknown, open: ReadonlyMap<unknown, number>): SchemaView {
    if (schema === false) return { ...anything, kinds: new Set(), kindsStated: true }
    if (!isNode(schema)) return anything
    const openedAt = open.get(schema)
    if (openedAt !== undefined) {
      cutAt = Math.min(cutAt, openedAt)
      return anything
    }
    return known.get(schema) ?? readAndKeep(schema, open)
  }

  /** Kept unless a schema around it was cut out of it: read from there, it says more. */
  function readAndKeep(schema: Node, open: ReadonlyMap<unknown, number>): SchemaView {
    const outerCut = cutAt
    cutAt = Number.POSITIVE_INFINITY
    const view = readNode(schema, new Map([...open, [schema, open.size]]))
    if (cutAt >= open.size) known.set(schema, view)
    cutAt = Math.min(outerCut, cutAt >= open.size ? Number.POSITIVE_INFINITY : cutAt)
    return view
  }

  function readNode(node: Node, open: ReadonlyMap<unknown, number>): SchemaView {
    if (typeof node.$ref === 'string') {
      const target = { ...viewOne(resolver.at(node.$ref), open), name: refName(node.$ref) }
      const { $ref: _, ...siblings } = node
      return version === '3.1' && Object.keys(siblings).length > 0
        ? mergedView([ownView(siblings), target])
        : target
    }
    const parts = listOf(node.allOf).map((part) => viewOne(part, open))
    return foldNull(mergedView([ownView(node), ...parts]), node, open)
  }

  /** `anyOf: [X, {type: null}]` is X, or null. */
  function foldNull(view: SchemaView, node: Node, open: ReadonlyMap<unknown, number>): SchemaView {
    const nullable = node.nullable === true && view.kinds !== null ? { ...view, nullable: true } : view
    const [only, ...more] = nullable.alternatives
    if (!only || more.length > 0) return nullable
    const branches = only.branches.filter((branch) => !isNull(branch))
    if (branches.length === only.branches.length) return nullable
    const rest = { ...nullable, nullable: true, alternatives: [{ ...only, branches }] }
    if (branches.length !== 1) return rest
    return { ...mergedView([{ ...rest, alternatives: [] }, viewOne(branches[0], open)]), nullable: true }
  }

  const isNull = (branch: unknown) => {
    const node = resolver.follow(branch)
    return node.type === 'null' || canonical(node.enum) === '[null]' || node.const === null
  }

  return {
    view: (schemas) => {
      const [first, ...more] = schemas.map((schema) => viewOne(schema, new Map()))
      return mergedView([first ?? anything, ...more])
    },
  }
}
