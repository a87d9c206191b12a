import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import {
  campos,
  digitos,
  inteiro,
  logico,
  numero,
  paginacao,
  Referencia,
  ReferenciaOpcional,
  Registrado,
  registro,
  texto,
} from './shared.js'

export const FornecedorDoProdutoResumido = registro(
  {},
  {
    id: inteiro,
    descricao: texto,
    codigo: texto,
    precoCusto: numero,
    precoCompra: numero,
    padrao: logico,
    produto: Referencia,
    fornecedor: Referencia,
  },
)

export const FornecedorDoProduto = FornecedorDoProdutoResumido.extend(
  campos({ produto: Referencia, fornecedor: Referencia }, { garantia: inteiro }),
)

export const FornecedorDoProdutoAtualizacao = FornecedorDoProduto.extend(
  campos({}, { fornecedor: ReferenciaOpcional }),
)

export const document = {
  list: {
    data: z.array(FornecedorDoProdutoResumido),
    query: registro({}, { ...paginacao, idProduto: digitos, idFornecedor: digitos }),
  },
  create: { data: Registrado, body: FornecedorDoProduto },
  read: { data: FornecedorDoProduto },
  replace: { data: Registrado, body: FornecedorDoProdutoAtualizacao },
} satisfies ShapeTable
