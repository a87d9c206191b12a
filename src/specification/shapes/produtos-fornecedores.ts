import type { ShapeTable } from '../shapes.js'
import {
  com,
  comOpcionais,
  digitos,
  inteiro,
  lista,
  logico,
  numero,
  paginacao,
  parcial,
  Referencia,
  ReferenciaOpcional,
  Registrado,
  texto,
} from './shared.js'

export const FornecedorDoProdutoResumido = parcial({
  id: inteiro,
  descricao: texto,
  codigo: texto,
  precoCusto: numero,
  precoCompra: numero,
  padrao: logico,
  produto: Referencia,
  fornecedor: Referencia,
})

export const FornecedorDoProduto = com(
  FornecedorDoProdutoResumido,
  { produto: Referencia, fornecedor: Referencia },
  { garantia: inteiro },
)

export const FornecedorDoProdutoAtualizacao = comOpcionais(FornecedorDoProduto, {
  fornecedor: ReferenciaOpcional,
})

export const document = {
  list: lista(FornecedorDoProdutoResumido, { ...paginacao, idProduto: digitos, idFornecedor: digitos }),
  create: { data: Registrado, body: FornecedorDoProduto },
  read: { data: FornecedorDoProduto },
  replace: { data: Registrado, body: FornecedorDoProdutoAtualizacao },
} satisfies ShapeTable
