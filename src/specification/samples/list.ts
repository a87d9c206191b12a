import { anuncios } from './anuncios.js'
import { camposCustomizados } from './campos-customizados.js'
import { categoriasLojas } from './categorias-lojas.js'
import { categoriasProdutos } from './categorias-produtos.js'
import { contasPagar } from './contas-pagar.js'
import { contasReceber } from './contas-receber.js'
import { contatos } from './contatos.js'
import { depositos } from './depositos.js'
import { estoques } from './estoques.js'
import { formasPagamentos } from './formas-pagamentos.js'
import { homologacao } from './homologacao.js'
import { logisticas, objetosDeLogisticas, servicosDeLogisticas } from './logisticas.js'
import { nfce } from './nfce.js'
import { nfe } from './nfe.js'
import { configuracoesDeNfse, nfse } from './nfse.js'
import { pedidosCompras } from './pedidos-compras.js'
import { pedidosVendas } from './pedidos-vendas.js'
import { produtos } from './produtos.js'
import { produtosFornecedores } from './produtos-fornecedores.js'
import { produtosLojas } from './produtos-lojas.js'
import type { Resource } from './resource.js'

/** Every resource of which the embedded service keeps records. */
export const resources: readonly Resource[] = [
  anuncios,
  camposCustomizados,
  categoriasLojas,
  categoriasProdutos,
  contasPagar,
  contasReceber,
  contatos,
  depositos,
  estoques,
  formasPagamentos,
  homologacao,
  logisticas,
  servicosDeLogisticas,
  objetosDeLogisticas,
  nfce,
  nfe,
  nfse,
  configuracoesDeNfse,
  pedidosCompras,
  pedidosVendas,
  produtosFornecedores,
  produtosLojas,
  produtos,
]

const byDepth = [...resources].sort((a, b) => b.collection.length - a.collection.length)

/** The resource that a route's template addresses: the one with the longest collection that begins it. */
export function resourceOf(path: string): Resource | null {
  return byDepth.find(({ collection }) => path === collection || path.startsWith(`${collection}/`)) ?? null
}

export function resourceAt(collection: string): Resource | null {
  return resources.find((resource) => resource.collection === collection) ?? null
}
