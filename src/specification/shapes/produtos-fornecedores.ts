import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const FornecedorDoProdutoResumido = s.parcial({
  id: s.inteiro,
  descricao: s.texto,
  codigo: s.texto,
  precoCusto: s.numero,
  precoCompra: s.numero,
  padrao: s.logico,
  produto: s.Referencia,
  fornecedor: s.Referencia,
})

export const FornecedorDoProduto = s.com(
  FornecedorDoProdutoResumido,
  { produto: s.Referencia, fornecedor: s.Referencia },
  { garantia: s.inteiro },
)

export const FornecedorDoProdutoAtualizacao = s.comOpcionais(FornecedorDoProduto, {
  fornecedor: s.ReferenciaOpcional,
})

export const document = {
  list: s.lista(FornecedorDoProdutoResumido, {
    ...s.paginacao,
    idProduto: s.digitos,
    idFornecedor: s.digitos,
  }),
  create: { data: s.Registrado, body: FornecedorDoProduto },
  read: { data: FornecedorDoProduto },
  replace: { data: s.Registrado, body: FornecedorDoProdutoAtualizacao },
} satisfies ShapeTable
