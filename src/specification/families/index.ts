import type { Route } from '../route.js'
import { anuncios } from './anuncios/routes.js'
import { borderos } from './borderos/routes.js'
import { camposCustomizados } from './campos-customizados/routes.js'
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
import { homologacao } from './homologacao/routes.js'
import { logisticas } from './logisticas/routes.js'
import { compile } from './match.js'
import { naturezasOperacoes } from './naturezas-operacoes/routes.js'
import { nfce } from './nfce/routes.js'
import { nfe } from './nfe/routes.js'
import { nfse } from './nfse/routes.js'
import { notificacoes } from './notificacoes/routes.js'
import { pedidosCompras } from './pedidos-compras/routes.js'
import { pedidosVendas } from './pedidos-vendas/routes.js'
import { produtos } from './produtos/routes.js'
import { produtosFornecedores } from './produtos-fornecedores/routes.js'
import { produtosLojas } from './produtos-lojas/routes.js'
import { situacoes } from './situacoes/routes.js'
import { usuarios } from './usuarios/routes.js'
import { vendedores } from './vendedores/routes.js'

export { routeName } from '../route.js'

/** The routes of each family. Adding one is one file and one line here. */
export const families = {
  anuncios,
  borderos,
  'campos-customizados': camposCustomizados,
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
  homologacao,
  logisticas,
  'naturezas-operacoes': naturezasOperacoes,
  nfce,
  nfe,
  nfse,
  notificacoes,
  'pedidos-compras': pedidosCompras,
  'pedidos-vendas': pedidosVendas,
  produtos,
  'produtos-fornecedores': produtosFornecedores,
  'produtos-lojas': produtosLojas,
  situacoes,
  usuarios,
  vendedores,
} as const satisfies Record<string, readonly Route[]>

export type Family = keyof typeof families

export const familyNames = Object.keys(families) as Family[]

/** Every route that version 3 names. */
export const allRoutes: readonly Route[] = Object.values(families).flat()

const routesById = new Map(allRoutes.map((route) => [route.id, route]))

/** The route of an id such as `borderos/read`, or null. */
export function routeById(id: string): Route | null {
  return routesById.get(id) ?? null
}

const table = compile(allRoutes, { 'forma-pagamentos': 'formas-pagamentos' })

/**
 * The route that a request addresses, with its path identifiers (percent-decoded); null where version 3 names none.
 * `path` lies below the base address and has no query; a trailing slash is tolerated.
 */
export const matchRoute = table.match

/** The methods that version 3 names for a path; empty where it names none. */
export const methodsOf = table.methods
