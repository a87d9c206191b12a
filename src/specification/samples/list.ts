import { anuncios, categoriasDeAnuncios } from '../families/anuncios/samples.js'
import { borderos } from '../families/borderos/samples.js'
import {
  camposCustomizados,
  modulosDeCampos,
  tiposDeCampos,
} from '../families/campos-customizados/samples.js'
import { categoriasLojas } from '../families/categorias-lojas/samples.js'
import { categoriasProdutos } from '../families/categorias-produtos/samples.js'
import { categoriasReceitasDespesas } from '../families/categorias-receitas-despesas/samples.js'
import { contasContabeis } from '../families/contas-contabeis/samples.js'
import { contasPagar } from '../families/contas-pagar/samples.js'
import { contasReceber } from '../families/contas-receber/samples.js'
import { contatos, tiposDeContatos } from '../families/contatos/samples.js'
import { contratos } from '../families/contratos/samples.js'
import { depositos } from '../families/depositos/samples.js'
import { empresas } from '../families/empresas/samples.js'
import { estoques } from '../families/estoques/samples.js'
import { formasPagamentos } from '../families/formas-pagamentos/samples.js'
import { homologacao } from '../families/homologacao/samples.js'
import {
  etiquetasDeLogisticas,
  logisticas,
  objetosDeLogisticas,
  remessasDeLogisticas,
  servicosDeLogisticas,
} from '../families/logisticas/samples.js'
import { naturezasOperacoes } from '../families/naturezas-operacoes/samples.js'
import { nfce } from '../families/nfce/samples.js'
import { nfe } from '../families/nfe/samples.js'
import { configuracoesDeNfse, nfse } from '../families/nfse/samples.js'
import { notificacoes } from '../families/notificacoes/samples.js'
import { pedidosCompras } from '../families/pedidos-compras/samples.js'
import { pedidosVendas } from '../families/pedidos-vendas/samples.js'
import { estruturasDeProdutos, produtos, variacoesDeProdutos } from '../families/produtos/samples.js'
import { produtosFornecedores } from '../families/produtos-fornecedores/samples.js'
import { produtosLojas } from '../families/produtos-lojas/samples.js'
import { modulosDeSituacoes, transicoesDeSituacoes } from '../families/situacoes/samples.js'
import { usuarios } from '../families/usuarios/samples.js'
import { vendedores } from '../families/vendedores/samples.js'
import type { Resource } from './resource.js'

/** Every resource of which the embedded service keeps records. */
export const resources: readonly Resource[] = [
  anuncios,
  categoriasDeAnuncios,
  borderos,
  camposCustomizados,
  modulosDeCampos,
  tiposDeCampos,
  categoriasLojas,
  categoriasProdutos,
  categoriasReceitasDespesas,
  contasContabeis,
  contasPagar,
  contasReceber,
  contatos,
  tiposDeContatos,
  contratos,
  depositos,
  empresas,
  estoques,
  formasPagamentos,
  homologacao,
  logisticas,
  servicosDeLogisticas,
  objetosDeLogisticas,
  etiquetasDeLogisticas,
  remessasDeLogisticas,
  naturezasOperacoes,
  nfce,
  nfe,
  nfse,
  configuracoesDeNfse,
  notificacoes,
  pedidosCompras,
  pedidosVendas,
  produtosFornecedores,
  produtosLojas,
  produtos,
  estruturasDeProdutos,
  variacoesDeProdutos,
  modulosDeSituacoes,
  transicoesDeSituacoes,
  usuarios,
  vendedores,
]

const byDepth = [...resources].sort((a, b) => b.collection.length - a.collection.length)

/** The resource that a route's template addresses: the one with the longest collection that begins it. */
export function resourceOf(path: string): Resource | null {
  return byDepth.find(({ collection }) => path === collection || path.startsWith(`${collection}/`)) ?? null
}

export function resourceAt(collection: string): Resource | null {
  return resources.find((resource) => resource.collection === collection) ?? null
}
