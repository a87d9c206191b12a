/** Recognises requests that were written for version 2: its paths, its resources and its static key. §Versioning */
import { allRoutes } from './find-route.js'
import { keysOf } from './plain-object.js'

export interface Rename {
  readonly resource: string
  /** First segments of version 2's paths, for the list and for one record: `contatos`, `contato`. */
  readonly v2: readonly string[]
  /** The path in version 3: `/contatos`. */
  readonly v3: string
}

/** The table of renames, as the specification has it. */
export const renames: readonly Rename[] = [
  { resource: 'Borderos', v2: ['bordero'], v3: '/borderos' },
  { resource: 'Custom fields', v2: ['camposcustomizados'], v3: '/campos-customizados' },
  { resource: 'Product categories', v2: ['categorias', 'categoria'], v3: '/categorias/produtos' },
  { resource: 'Store categories', v2: ['categoriasLojas'], v3: '/categorias/lojas' },
  { resource: 'Contacts', v2: ['contatos', 'contato'], v3: '/contatos' },
  { resource: 'Accounts payable', v2: ['contaspagar', 'contapagar'], v3: '/contas/pagar' },
  { resource: 'Accounts receivable', v2: ['contasreceber', 'contareceber'], v3: '/contas/receber' },
  { resource: 'Contracts', v2: ['Contratos', 'Contrato'], v3: '/contratos' },
  { resource: 'Warehouses', v2: ['depositos', 'deposito'], v3: '/depositos' },
  { resource: 'Consumer invoice', v2: ['nfces', 'nfce'], v3: '/nfce' },
  { resource: 'Service invoice', v2: ['notasservico'], v3: '/nfse' },
  { resource: 'Goods invoice', v2: ['notasfiscais', 'notafiscal'], v3: '/nfe' },
  { resource: 'Purchase orders', v2: ['pedidoscompra', 'pedidocompra'], v3: '/pedidos/compras' },
  { resource: 'Sales orders', v2: ['pedidos', 'pedido'], v3: '/pedidos/vendas' },
  { resource: 'Products', v2: ['produtos', 'produto'], v3: '/produtos' },
  {
    resource: 'Product suppliers',
    v2: ['produtosfornecedores', 'produtofornecedor'],
    v3: '/produtos/fornecedores',
  },
  { resource: 'Product stores', v2: ['produtoLoja'], v3: '/produtos/lojas' },
  { resource: 'Situations', v2: ['situacao'], v3: '/situacoes' },
]

/**
 * Resources that version 3 does not have, with their possible first segments in lower case without hyphens. The
 * specification names only the resources.
 */
const unavailable = {
  'CT-e': ['cte', 'ctes'],
  'product groups': ['grupoprodutos', 'gruposprodutos', 'grupoproduto', 'gruposdeprodutos'],
  'production order': ['ordemproducao', 'ordensproducao', 'ordemdeproducao', 'ordensdeproducao'],
  'commercial proposal': ['propostacomercial', 'propostascomerciais'],
} as const
type Unavailable = keyof typeof unavailable

/** Names of version 2's static key, in lower case. It may be in the query, in a header or in a form. */
const v2KeyNames: readonly string[] = ['apikey', 'api_key', 'api-key', 'x-api-key']

export interface V2Path {
  /** The path that version 3 has instead, such as `/contatos/{idContato}`; null if it has none. */
  readonly successor: string | null
}

/**
 * Recognises a path of version 2: it begins with `/Api/v2` or `/b/Api/v2`, or it has a spelling that version 3 gave up, such as
 * `/contaspagar`. Returns null for another path. `path` may be the whole path or the part below the base address.
 */
export function parseV2Path(path: string): V2Path | null {
  const prefixed = /^(?:\/b)?\/api\/v2(?=\/|$)/i.exec(path)
  const segments = segmentsOf(prefixed ? path.slice(prefixed[0].length) : path)
  if (prefixed) return { successor: successorOf(segments) }
  if (unavailableResource(path) || isSpeltAsV3(segments)) return null
  const successor = successorOf(segments)
  return successor === null ? null : { successor }
}

/**
 * Whether a whole path belongs to version 2, whatever the host: `/Api/v2/contatos/json`. Other services have paths such as
 * `/api/v2/orders` too, so the spelling must be exact and the resource one of version 2.
 */
export function isV2Address(path: string): boolean {
  if (!/^(?:\/b)?\/Api\/v2\//.test(path)) return false
  return unavailableResource(path) !== null || typeof parseV2Path(path)?.successor === 'string'
}

/** Returns the resource that a path asks for if version 3 does not have it. The path may begin with a version prefix. */
export function unavailableResource(path: string): Unavailable | null {
  const [first = ''] = segmentsOf(path.replace(/^(?:\/b)?\/api\/v[23](?=\/|$)/i, ''))
  const segment = first.toLowerCase().replaceAll(/[-_]/g, '')
  return unavailableBySegment.get(segment) ?? null
}

const unavailableBySegment = new Map<string, Unavailable>(
  keysOf(unavailable).flatMap((resource) =>
    unavailable[resource].map((segment) => [segment, resource] as const),
  ),
)

/** All first segments by which a path of version 2, or of an unavailable resource, is recognised. */
export const v2Segments: readonly string[] = [
  ...renames.flatMap(({ v2 }) => v2),
  ...Object.values(unavailable).flat(),
  // the names of unavailable resources with their hyphens, and a spelling in the specification's table
  ...['ct-e', 'grupos-produtos', 'grupo-produtos', 'ordens-producao', 'ordem-producao'],
  ...['propostas-comerciais', 'proposta-comercial', 'forma-pagamentos'],
]

export function isV2KeyName(name: string): boolean {
  return v2KeyNames.includes(name.toLowerCase())
}

const successorBySegment = new Map(
  renames.flatMap(({ v2, v3 }) => v2.map((name) => [name.toLowerCase(), v3] as const)),
)

function successorOf([first = '', second]: readonly string[]): string | null {
  const collection = successorBySegment.get(first.toLowerCase())
  if (!collection || second === undefined) return collection ?? null
  const single = allRoutes('specification').find(
    ({ method, path }) => method === 'GET' && path.startsWith(`${collection}/{`),
  )
  return single?.path ?? collection
}

const v3Paths = new Set(allRoutes('specification').map(({ path }) => path))
const firstSegments = new Set([...v3Paths].map((path) => path.split('/')[1] ?? ''))

/** A path that both versions have counts as version 3. */
function isSpeltAsV3([first = '', second]: readonly string[]): boolean {
  if (v3Paths.has(`/${first}`)) return true
  // only version 2 has `/pedidos` and `/pedidos/7`; version 3 has names below it: `/pedidos/vendas`
  return firstSegments.has(first) && second !== undefined && !/^\d+$/.test(second)
}

/** The segments of a path, without the format with which version 2 ends it: `/produto/7/json`. */
function segmentsOf(path: string): string[] {
  const segments = path.split('/').filter((segment) => segment !== '')
  return /^(json|xml)$/i.test(segments.at(-1) ?? '') ? segments.slice(0, -1) : segments
}
