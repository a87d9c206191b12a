import { anuncios } from '../families/anuncios/samples.js'
import { camposCustomizados } from '../families/campos-customizados/samples.js'
import { categoriasLojas } from '../families/categorias-lojas/samples.js'
import { categoriasProdutos } from '../families/categorias-produtos/samples.js'
import { contasPagar } from '../families/contas-pagar/samples.js'
import { contasReceber } from '../families/contas-receber/samples.js'
import { contatos } from '../families/contatos/samples.js'
import { depositos } from '../families/depositos/samples.js'
import { estoques } from '../families/estoques/samples.js'
import { formasPagamentos } from '../families/formas-pagamentos/samples.js'
import { homologacao } from '../families/homologacao/samples.js'
import { logisticas, objetosDeLogisticas, servicosDeLogisticas } from '../families/logisticas/samples.js'
import { nfce } from '../families/nfce/samples.js'
import { nfe } from '../families/nfe/samples.js'
import { configuracoesDeNfse, nfse } from '../families/nfse/samples.js'
import { pedidosCompras } from '../families/pedidos-compras/samples.js'
import { pedidosVendas } from '../families/pedidos-vendas/samples.js'
import { produtos } from '../families/produtos/samples.js'
import { produtosFornecedores } from '../families/produtos-fornecedores/samples.js'
import { produtosLojas } from '../families/produtos-lojas/samples.js'
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
