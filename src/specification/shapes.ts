/**
 * The shapes of answers, bodies and queries, by route and by where the knowledge of them ends. They are zod schemas, and zod
 * takes as long to load as the whole tool: so nothing here is loaded before {@link loadShapes} is called, and rules, which
 * never wait, are given what it found.
 */
import type { z } from 'zod'
import type { Family } from './families/index.js'
import type { Knowledge, Route } from './route.js'

/** What is shown of an operation; what is left out is not shown. Keys beyond those of an object's schema always parse, unless it is strict. */
export interface OperationShape {
  /** `data` of a success answer with a body, or the whole answer where the document shows it bare (`Documented.bare`). */
  readonly data?: z.ZodType
  readonly body?: z.ZodType
  /** The query as `readQuery` reads it: texts, and arrays of texts under names that end in `[]`. */
  readonly query?: z.ZodType
}

/** Shapes by action, as `families/<family>/schemas.ts` exports them. */
export type ShapeTable = Readonly<Record<string, OperationShape>>

export interface Shapes {
  /**
   * What the specification, or what the public document shows of a route's operation; null where it shows nothing. Who judges by
   * both asks twice.
   */
  of(route: Pick<Route, 'id' | 'family'>, knowledge: Knowledge): OperationShape | null
}

interface FamilySchemas {
  readonly specification?: ShapeTable
  readonly document?: ShapeTable
}

const loaders: Readonly<Record<Family, () => Promise<FamilySchemas>>> = {
  anuncios: () => import('./families/anuncios/schemas.js'),
  borderos: () => import('./families/borderos/schemas.js'),
  caixas: () => import('./families/caixas/schemas.js'),
  'campos-customizados': () => import('./families/campos-customizados/schemas.js'),
  'canais-venda': () => import('./families/canais-venda/schemas.js'),
  'categorias-lojas': () => import('./families/categorias-lojas/schemas.js'),
  'categorias-produtos': () => import('./families/categorias-produtos/schemas.js'),
  'categorias-receitas-despesas': () => import('./families/categorias-receitas-despesas/schemas.js'),
  'contas-contabeis': () => import('./families/contas-contabeis/schemas.js'),
  'contas-pagar': () => import('./families/contas-pagar/schemas.js'),
  'contas-receber': () => import('./families/contas-receber/schemas.js'),
  contatos: () => import('./families/contatos/schemas.js'),
  contratos: () => import('./families/contratos/schemas.js'),
  depositos: () => import('./families/depositos/schemas.js'),
  empresas: () => import('./families/empresas/schemas.js'),
  estoques: () => import('./families/estoques/schemas.js'),
  'formas-pagamentos': () => import('./families/formas-pagamentos/schemas.js'),
  'grupos-produtos': () => import('./families/grupos-produtos/schemas.js'),
  homologacao: () => import('./families/homologacao/schemas.js'),
  logisticas: () => import('./families/logisticas/schemas.js'),
  'naturezas-operacoes': () => import('./families/naturezas-operacoes/schemas.js'),
  nfce: () => import('./families/nfce/schemas.js'),
  nfe: () => import('./families/nfe/schemas.js'),
  nfse: () => import('./families/nfse/schemas.js'),
  notificacoes: () => import('./families/notificacoes/schemas.js'),
  'ordens-producao': () => import('./families/ordens-producao/schemas.js'),
  'pedidos-compras': () => import('./families/pedidos-compras/schemas.js'),
  'pedidos-vendas': () => import('./families/pedidos-vendas/schemas.js'),
  produtos: () => import('./families/produtos/schemas.js'),
  'produtos-fornecedores': () => import('./families/produtos-fornecedores/schemas.js'),
  'produtos-lojas': () => import('./families/produtos-lojas/schemas.js'),
  'produtos-lotes': () => import('./families/produtos-lotes/schemas.js'),
  'propostas-comerciais': () => import('./families/propostas-comerciais/schemas.js'),
  situacoes: () => import('./families/situacoes/schemas.js'),
  usuarios: () => import('./families/usuarios/schemas.js'),
  vendedores: () => import('./families/vendedores/schemas.js'),
}

/** Loads zod and the schemas of some families; without names, of all. What was loaded once is kept. */
export async function loadShapes(names?: Iterable<Family>): Promise<Shapes> {
  const { families, familyNames } = await import('./families/index.js')
  const { generalShape, NoQuery, config } = await import('./schemas/general.js')
  // most schemas are used once or twice in a run: compiling one costs more than parsing with it a hundred times
  config({ jitless: true })
  const wanted = [...(names ?? familyNames)]
  const loaded = await Promise.all(wanted.map(async (name) => [name, await loaders[name]()] as const))
  const byRoute = {
    specification: new Map<string, OperationShape>(),
    document: new Map<string, OperationShape>(),
  }
  for (const [name, tables] of loaded) {
    for (const route of families[name] as readonly Route[]) {
      const action = route.id.slice(name.length + 1)
      const general = generalShape(route)
      const specified = tables.specification?.[action]
      if (general || specified) byRoute.specification.set(route.id, { ...general, ...specified })
      if (route.documented) byRoute.document.set(route.id, { query: NoQuery, ...tables.document?.[action] })
    }
  }
  return { of: ({ id }, knowledge) => byRoute[knowledge].get(id) ?? null }
}

/** The shapes with a user's own, by id of the route: they stand in the place of what the specification shows. */
export function withOwnShapes(
  shapes: Shapes,
  own: readonly { readonly shapes?: Readonly<Record<string, OperationShape>> }[],
): Shapes {
  const byRoute: Readonly<Record<string, OperationShape>> = Object.assign({}, ...own.map((one) => one.shapes))
  if (Object.keys(byRoute).length === 0) return shapes
  return {
    of(route, knowledge) {
      const known = shapes.of(route, knowledge)
      const shape = knowledge === 'specification' ? byRoute[route.id] : undefined
      return shape ? { ...known, ...shape } : known
    },
  }
}

/** A query string as the schemas take it: the last value of a name, all values of one that ends in `[]` (or `[0]`, `[1]`). */
export function readQuery(query: URLSearchParams): Record<string, string | string[]> {
  const read: Record<string, string | string[]> = {}
  if (query.size === 0) return read
  for (const [name, value] of query) {
    const many = name.replace(/\[\d*\]$/, '[]')
    if (many.endsWith('[]')) read[many] = [...(read[many] ?? []), value]
    else read[name] = value
  }
  return read
}
