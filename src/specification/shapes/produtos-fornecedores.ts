/**
 * Suppliers of products (`/produtos/fornecedores`). `document` holds the public document's shapes by action: `list` is
 * `GET /produtos/fornecedores`.
 */
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const FornecedorDoProdutoResumido = s.partial({
  id: s.integer,
  descricao: s.text,
  codigo: s.text,
  precoCusto: s.number,
  precoCompra: s.number,
  padrao: s.boolean,
  produto: s.Referencia,
  fornecedor: s.Referencia,
})

export const FornecedorDoProduto = s.extend(
  FornecedorDoProdutoResumido,
  { produto: s.Referencia, fornecedor: s.Referencia },
  { garantia: s.integer },
)

export const FornecedorDoProdutoAtualizacao = s.extendOptional(FornecedorDoProduto, {
  fornecedor: s.ReferenciaOpcional,
})

export const document = {
  list: s.list(FornecedorDoProdutoResumido, {
    ...s.paging,
    idProduto: s.queryInteger,
    idFornecedor: s.queryInteger,
  }),
  create: { data: s.Registrado, body: FornecedorDoProduto },
  read: { data: FornecedorDoProduto },
  replace: { data: s.Registrado, body: FornecedorDoProdutoAtualizacao },
} satisfies ShapeTable
