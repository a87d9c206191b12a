import type { Route } from '../route.js'
import { anuncios } from './anuncios.js'
import { borderos } from './borderos.js'
import { camposCustomizados } from './campos-customizados.js'
import { categoriasLojas } from './categorias-lojas.js'
import { categoriasProdutos } from './categorias-produtos.js'
import { categoriasReceitasDespesas } from './categorias-receitas-despesas.js'
import { contasContabeis } from './contas-contabeis.js'
import { contasPagar } from './contas-pagar.js'
import { contasReceber } from './contas-receber.js'
import { contatos } from './contatos.js'
import { contratos } from './contratos.js'
import { depositos } from './depositos.js'
import { empresas } from './empresas.js'
import { estoques } from './estoques.js'
import { formasPagamentos } from './formas-pagamentos.js'
import { homologacao } from './homologacao.js'
import { logisticas } from './logisticas.js'
import { compile } from './match.js'
import { naturezasOperacoes } from './naturezas-operacoes.js'
import { nfce } from './nfce.js'
import { nfe } from './nfe.js'
import { nfse } from './nfse.js'
import { notificacoes } from './notificacoes.js'
import { pedidosCompras } from './pedidos-compras.js'
import { pedidosVendas } from './pedidos-vendas.js'
import { produtos } from './produtos.js'
import { produtosFornecedores } from './produtos-fornecedores.js'
import { produtosLojas } from './produtos-lojas.js'
import { situacoes } from './situacoes.js'
import { usuarios } from './usuarios.js'
import { vendedores } from './vendedores.js'

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
