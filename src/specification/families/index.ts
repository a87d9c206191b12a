import { keysOf } from '../keys-of.js'
import type { Knowledge, Route } from '../route.js'
import { anuncios } from './anuncios/routes.js'
import { borderos } from './borderos/routes.js'
import { caixas } from './caixas/routes.js'
import { camposCustomizados } from './campos-customizados/routes.js'
import { canaisVenda } from './canais-venda/routes.js'
import { categoriasLojas } from './categorias-lojas/routes.js'
import { categoriasProdutos } from './categorias-produtos/routes.js'
import { categoriasReceitasDespesas } from './categorias-receitas-despesas/routes.js'
import { contasContabeis } from './contas-contabeis/routes.js'
import { contasPagar } from './contas-pagar/routes.js'
import { contasReceber } from './contas-receber/routes.js'
import { contatos } from './contatos/routes.js'
import { contratos } from './contratos/routes.js'
import { depositos } from './depositos/routes.js'
import { empresas } from './empresas/routes.js'
import { estoques } from './estoques/routes.js'
import { formasPagamentos } from './formas-pagamentos/routes.js'
import { gruposProdutos } from './grupos-produtos/routes.js'
import { homologacao } from './homologacao/routes.js'
import { logisticas } from './logisticas/routes.js'
import { compile, isKnown } from './match.js'
import { naturezasOperacoes } from './naturezas-operacoes/routes.js'
import { nfce } from './nfce/routes.js'
import { nfe } from './nfe/routes.js'
import { nfse } from './nfse/routes.js'
import { notificacoes } from './notificacoes/routes.js'
import { ordensProducao } from './ordens-producao/routes.js'
import { pedidosCompras } from './pedidos-compras/routes.js'
import { pedidosVendas } from './pedidos-vendas/routes.js'
import { produtos } from './produtos/routes.js'
import { produtosFornecedores } from './produtos-fornecedores/routes.js'
import { produtosLojas } from './produtos-lojas/routes.js'
import { produtosLotes } from './produtos-lotes/routes.js'
import { propostasComerciais } from './propostas-comerciais/routes.js'
import { situacoes } from './situacoes/routes.js'
import { usuarios } from './usuarios/routes.js'
import { vendedores } from './vendedores/routes.js'

export { routeName } from '../route.js'

/** The routes of each family. Adding one is one file and one line here. */
export const families = {
  anuncios,
  borderos,
  caixas,
  'campos-customizados': camposCustomizados,
  'canais-venda': canaisVenda,
  'categorias-lojas': categoriasLojas,
  'categorias-produtos': categoriasProdutos,
  'categorias-receitas-despesas': categoriasReceitasDespesas,
  'contas-contabeis': contasContabeis,
  'contas-pagar': contasPagar,
  'contas-receber': contasReceber,
  contatos,
  contratos,
  depositos,
  empresas,
  estoques,
  'formas-pagamentos': formasPagamentos,
  'grupos-produtos': gruposProdutos,
  homologacao,
  logisticas,
  'naturezas-operacoes': naturezasOperacoes,
  nfce,
  nfe,
  nfse,
  notificacoes,
  'ordens-producao': ordensProducao,
  'pedidos-compras': pedidosCompras,
  'pedidos-vendas': pedidosVendas,
  produtos,
  'produtos-fornecedores': produtosFornecedores,
  'produtos-lojas': produtosLojas,
  'produtos-lotes': produtosLotes,
  'propostas-comerciais': propostasComerciais,
  situacoes,
  usuarios,
  vendedores,
} as const satisfies Record<string, readonly Route[]>

export type Family = keyof typeof families

export const familyNames = keysOf(families)

export function isFamily(name: string): name is Family {
  return Object.hasOwn(families, name)
}

const all: readonly Route[] = Object.values(families).flat()

const routesKnown: Readonly<Record<Knowledge, readonly Route[]>> = {
  specification: all.filter((route) => isKnown(route, 'specification')),
  document: all,
}

/** Every route that version 3 names, in the order of the families; with those of the public document where it is known. */
export function allRoutes(knowledge: Knowledge): readonly Route[] {
  return routesKnown[knowledge]
}

const routesById = new Map(all.map((route) => [route.id, route]))

/** The route of an id such as `borderos/read`, or null. */
export function routeById(id: string): Route | null {
  return routesById.get(id) ?? null
}

/**
 * The route that a request addresses, with its path identifiers (percent-decoded); null where version 3 names none.
 * `path` lies below the base address and has no query; a trailing slash is tolerated. Routes that the public document
 * alone shows are found where the profile's knowledge is `document`.
 */
export const matchRoute = compile(all, { 'forma-pagamentos': 'formas-pagamentos' })
