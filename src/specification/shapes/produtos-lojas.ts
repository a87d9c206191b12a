import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import {
  comOpcionais,
  digitos,
  doServico,
  inteiro,
  lista,
  momento,
  numero,
  paginacao,
  Referencia,
  ReferenciaOpcional,
  registro,
  texto,
} from './shared.js'

export const DadosBase = registro(
  { codigo: texto, produto: Referencia, loja: Referencia },
  {
    id: doServico(inteiro),
    preco: numero,
    precoPromocional: numero,
    fornecedorLoja: Referencia,
    marcaLoja: Referencia,
    categoriasProdutos: Referencia,
  },
)

export const ProdutoDaLoja = comOpcionais(DadosBase, { categoriasProdutos: z.array(Referencia) })

export const ProdutoDaLojaRegistrado = registro(
  { id: inteiro },
  { categoriasProdutos: z.array(ReferenciaOpcional) },
)

export const document = {
  list: lista(ProdutoDaLoja, {
    ...paginacao,
    idProduto: digitos,
    idLoja: digitos,
    idCategoriaProduto: digitos,
    dataAlteracaoInicial: momento,
    dataAlteracaoFinal: momento,
  }),
  create: { data: ProdutoDaLojaRegistrado, body: ProdutoDaLoja },
  read: { data: ProdutoDaLoja },
  replace: { data: ProdutoDaLojaRegistrado, body: ProdutoDaLoja },
} satisfies ShapeTable
