import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseAst } from 'rolldown/parseAst'
import { z } from 'zod'

/** What the declarations (`.d.ts`) of a published client say, as schemas: its types are all that its users know of the service. */
export interface DeclaredMethod {
  /** `produtos.find` */
  readonly name: string
  readonly resource: string
  readonly method: string
  /** Of its one argument; null where it takes none. */
  readonly argument: z.ZodType | null
  /** Of what its promise brings. */
  readonly response: z.ZodType
}

/** A node of the parsed declarations; the parser's own types stand for whole programs. */
interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

/** Every method of every getter that the class of the package's main file declares, of the files below `root`. */
export function declaredMethods(root: string): DeclaredMethod[] {
  const declarations = createDeclarations(root)
  const main = join(root, 'bling.d.ts')
  return declarations.members(main).flatMap(({ name: resource, type }) =>
    declarations.methodsOf(main, type).map(({ name: method, argument, response }) => ({
      name: `${resource}.${method}`,
      resource,
      method,
      argument,
      response,
    })),
  )
}

function createDeclarations(root: string) {
  /** Who gives a number gives a whole one: it is right wherever a number is. */
  let isGiven = false
  const files = new Map<string, readonly Node[]>()

  function bodyOf(file: string): readonly Node[] {
    const known = files.get(file)
    if (known) return known
    const { body } = parseAst(readFileSync(file, 'utf8'), { lang: 'dts' }) as unknown as { body: Node[] }
    files.set(file, body)
    return body
  }

  function declared(file: string, name: string): Node | undefined {
    return bodyOf(file)
      .map((node) => (node.declaration as Node | null) ?? node)
      .find((node) => nameOf(node.id) === name)
  }

  /** Where a name that a file imports is declared, and by what name. The package's own builds left `src/` in some of its paths. */
  function importOf(file: string, name: string): readonly [file: string, name: string] | null {
    for (const node of bodyOf(file)) {
      if (node.type !== 'ImportDeclaration') continue
      const found = (node.specifiers as Node[]).find(({ local }) => nameOf(local) === name)
      if (!found) continue
      const from = (node.source as unknown as { value: string }).value
      const base = from.startsWith('src/') ? join(root, from.slice(4)) : resolve(dirname(file), from)
      const target = [`${base}.d.ts`, join(base, 'index.d.ts')].find((path) => existsSync(path))
      if (!target) return null
      return [target, found.imported ? nameOf(found.imported) : (defaultOf(target) ?? name)]
    }
    return null
  }

  function defaultOf(file: string): string | undefined {
    const node = bodyOf(file).find(({ type }) => type === 'ExportDefaultDeclaration')
    const declaration = node?.declaration as Node | undefined
    return declaration && (nameOf(declaration.id) || nameOf(declaration))
  }

  function place(file: string, name: string): readonly [file: string, node: Node] {
    const own = declared(file, name)
    if (own) return [file, own]
    const at = importOf(file, name)
    if (!at) throw new Error(`'${name}' is declared nowhere that ${file} names`)
    return place(...at)
  }

  function schemaOf(file: string, type: Node): z.ZodType {
    switch (type.type) {
      case 'TSStringKeyword':
        return z.string()
      case 'TSNumberKeyword':
        return isGiven ? z.int() : z.number()
      case 'TSBooleanKeyword':
        return z.boolean()
      case 'TSNullKeyword':
      case 'TSVoidKeyword':
        return z.null()
      case 'TSAnyKeyword':
        return z.any()
      case 'TSLiteralType':
        return z.literal(literalOf(type.literal as Node))
      case 'TSArrayType':
        return z.array(schemaOf(file, type.elementType as Node))
      case 'TSTypeLiteral':
        return objectOf(file, type.members as Node[])
      case 'TSUnionType':
        return unionOf(file, type.types as Node[])
      case 'TSIntersectionType':
        return (type.types as Node[])
          .map((one) => schemaOf(file, one) as z.ZodObject)
          .reduce((all, one) => all.extend(one.shape))
      case 'TSTypeReference':
        return namedOf(file, type)
      default:
        throw new Error(`${file} declares a type of the kind '${type.type}', which is not read`)
    }
  }

  function namedOf(file: string, type: Node): z.ZodType {
    const [target, node] = place(file, nameOf(type.typeName))
    return node.type === 'TSInterfaceDeclaration'
      ? objectOf(target, (node.body as { body: Node[] }).body)
      : schemaOf(target, node.typeAnnotation as Node)
  }

  function objectOf(file: string, members: readonly Node[]): z.ZodObject {
    return z.object(
      Object.fromEntries(
        members.map((member) => {
          const schema = schemaOf(file, annotationOf(member))
          return [nameOf(member.key), member.optional ? schema.optional() : schema]
        }),
      ),
    )
  }

  /** A `Date` is one way to give a text; here texts are given. */
  function unionOf(file: string, types: readonly Node[]): z.ZodType {
    const kept = types.filter(({ typeName }) => nameOf(typeName) !== 'Date')
    const schemas = kept.map((type) => schemaOf(file, type))
    return schemas.length === 1 ? (schemas[0] as z.ZodType) : z.union(schemas)
  }

  function givenOf(file: string, type: Node): z.ZodType {
    isGiven = true
    const schema = schemaOf(file, type)
    isGiven = false
    return schema
  }

  function classOf(file: string, name: string): readonly [file: string, members: readonly Node[]] {
    const [target, node] = place(file, name)
    return [target, (node.body as { body: Node[] }).body]
  }

  return {
    /** The getters of the class that a file exports as its default. */
    members(file: string) {
      const [, members] = classOf(file, defaultOf(file) ?? '')
      return members
        .filter(({ kind }) => kind === 'get')
        .map((member) => ({
          name: nameOf(member.key),
          type: nameOf(annotationOf(member.value as Node, 'returnType').typeName),
        }))
    },

    methodsOf(file: string, name: string) {
      const [target, members] = classOf(file, name)
      return members.flatMap((member) => {
        const value = member.value as Node | undefined
        const promise = member.kind === 'method' && value ? annotationOf(value, 'returnType') : null
        if (!promise || nameOf(promise.typeName) !== 'Promise') return []
        const [argument] = (value?.params ?? []) as Node[]
        const [brought] = (promise.typeArguments as { params: Node[] }).params
        return [
          {
            name: nameOf(member.key),
            argument: argument ? givenOf(target, annotationOf(argument)) : null,
            response: schemaOf(target, brought as Node),
          },
        ]
      })
    },
  }
}

function annotationOf(node: Node, key = 'typeAnnotation'): Node {
  return (node[key] as { typeAnnotation: Node }).typeAnnotation
}

function nameOf(node: unknown): string {
  const { name, value } = (node ?? {}) as { name?: string; value?: unknown }
  return name ?? (value === undefined ? '' : String(value))
}

function literalOf(node: Node): string | number | boolean {
  if (node.type !== 'UnaryExpression') return node.value as string | number | boolean
  return -(node.argument as { value: number }).value
}
