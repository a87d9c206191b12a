import {
  anuncios,
  camposCustomizados,
  categoriasLojas,
  categoriasProdutos,
  depositos,
  estoques,
  homologacao,
  produtos,
  produtosFornecedores,
  produtosLojas,
} from './products.js'
import type { Resource } from './resource.js'
import {
  configuracoesDeNfse,
  contasPagar,
  contasReceber,
  contatos,
  formasPagamentos,
  logisticas,
  nfce,
  nfe,
  nfse,
  objetosDeLogisticas,
  pedidosCompras,
  pedidosVendas,
  servicosDeLogisticas,
} from './sales.js'

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
