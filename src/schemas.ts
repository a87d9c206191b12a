/**
 * The shapes of the service's records, bodies and queries, as zod schemas, by resource. They are those that homologa judges
 * and answers by: what its public document shows, with the slips of that document mended.
 *
 * ```ts
 * import { contatos, type Infer, resposta } from 'homologa/schemas'
 *
 * type Contato = Infer<typeof contatos.Contato>
 * const { data } = resposta(contatos.Contato).parse(await answer.json())
 * ```
 */
import { z } from 'zod'

export * as anuncios from './specification/families/anuncios/schemas.js'
export * as borderos from './specification/families/borderos/schemas.js'
export * as caixas from './specification/families/caixas/schemas.js'
export * as camposCustomizados from './specification/families/campos-customizados/schemas.js'
export * as canaisVenda from './specification/families/canais-venda/schemas.js'
export * as categoriasLojas from './specification/families/categorias-lojas/schemas.js'
export * as categoriasProdutos from './specification/families/categorias-produtos/schemas.js'
export * as categoriasReceitasDespesas from './specification/families/categorias-receitas-despesas/schemas.js'
export * as contasContabeis from './specification/families/contas-contabeis/schemas.js'
export * as contasPagar from './specification/families/contas-pagar/schemas.js'
export * as contasReceber from './specification/families/contas-receber/schemas.js'
export * as contatos from './specification/families/contatos/schemas.js'
export * as contratos from './specification/families/contratos/schemas.js'
export * as depositos from './specification/families/depositos/schemas.js'
export * as empresas from './specification/families/empresas/schemas.js'
export * as estoques from './specification/families/estoques/schemas.js'
export * as formasPagamentos from './specification/families/formas-pagamentos/schemas.js'
export * as gruposProdutos from './specification/families/grupos-produtos/schemas.js'
export * as homologacao from './specification/families/homologacao/schemas.js'
export * as logisticas from './specification/families/logisticas/schemas.js'
export * as naturezasOperacoes from './specification/families/naturezas-operacoes/schemas.js'
export * as nfce from './specification/families/nfce/schemas.js'
export * as nfe from './specification/families/nfe/schemas.js'
export * as nfse from './specification/families/nfse/schemas.js'
export * as notificacoes from './specification/families/notificacoes/schemas.js'
export * as ordensProducao from './specification/families/ordens-producao/schemas.js'
export * as pedidosCompras from './specification/families/pedidos-compras/schemas.js'
export * as pedidosVendas from './specification/families/pedidos-vendas/schemas.js'
export * as produtos from './specification/families/produtos/schemas.js'
export * as produtosFornecedores from './specification/families/produtos-fornecedores/schemas.js'
export * as produtosLojas from './specification/families/produtos-lojas/schemas.js'
export * as produtosLotes from './specification/families/produtos-lotes/schemas.js'
export * as propostasComerciais from './specification/families/propostas-comerciais/schemas.js'
export {
  CampoComErro,
  DetalheDoErro,
  Erro,
  Referencia,
  Registrado,
} from './specification/families/shared-schemas.js'
export * as situacoes from './specification/families/situacoes/schemas.js'
export * as usuarios from './specification/families/usuarios/schemas.js'
export * as vendedores from './specification/families/vendedores/schemas.js'

/** What a schema's value is once it is parsed. */
export type Infer<S extends z.ZodType> = z.infer<S>

/** The envelope of a success answer about this `data`; fields that the schema does not know are left out. */
export function resposta<S extends z.ZodType>(data: S): z.ZodObject<{ data: S }> {
  return z.object({ data })
}

/** The envelope of a list of these records. */
export function lista<S extends z.ZodType>(record: S): z.ZodObject<{ data: z.ZodArray<S> }> {
  return z.object({ data: z.array(record) })
}
