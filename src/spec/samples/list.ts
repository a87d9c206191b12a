import { anuncios, categoriasDeAnuncios } from './anuncios.js'
import { borderos } from './borderos.js'
import { camposCustomizados, modulosDeCampos, tiposDeCampos } from './campos-customizados.js'
import { categoriasLojas } from './categorias-lojas.js'
import { categoriasProdutos } from './categorias-produtos.js'
import { categoriasReceitasDespesas } from './categorias-receitas-despesas.js'
import { contasContabeis } from './contas-contabeis.js'
import { contasPagar } from './contas-pagar.js'
import { contasReceber } from './contas-receber.js'
import { contatos, tiposDeContatos } from './contatos.js'
import { contratos } from './contratos.js'
import { depositos } from './depositos.js'
import { empresas } from './empresas.js'
import { estoques } from './estoques.js'
import { formasPagamentos } from './formas-pagamentos.js'
import { homologacao } from './homologacao.js'
import {
  etiquetasDeLogisticas,
  logisticas,
  objetosDeLogisticas,
  remessasDeLogisticas,
  servicosDeLogisticas,
} from './logisticas.js'
import { naturezasOperacoes } from './naturezas-operacoes.js'
import { nfce } from './nfce.js'
import { nfe } from './nfe.js'
import { configuracoesDeNfse, nfse } from './nfse.js'
import { notificacoes } from './notificacoes.js'
import { pedidosCompras } from './pedidos-compras.js'
import { pedidosVendas } from './pedidos-vendas.js'
import { estruturasDeProdutos, produtos, variacoesDeProdutos } from './produtos.js'
import { produtosFornecedores } from './produtos-fornecedores.js'
import { produtosLojas } from './produtos-lojas.js'
import type { Resource } from './resource.js'
import { modulosDeSituacoes, transicoesDeSituacoes } from './situacoes.js'
import { usuarios } from './usuarios.js'
import { vendedores } from './vendedores.js'

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
