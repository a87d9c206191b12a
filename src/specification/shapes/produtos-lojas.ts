import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const DadosBase = s.registro(
  { codigo: s.texto, produto: s.Referencia, loja: s.Referencia },
  {
    id: s.doServico(s.inteiro),
    preco: s.numero,
    precoPromocional: s.numero,
    fornecedorLoja: s.Referencia,
    marcaLoja: s.Referencia,
    categoriasProdutos: s.Referencia,
  },
)

export const ProdutoDaLoja = s.comOpcionais(DadosBase, { categoriasProdutos: z.array(s.Referencia) })

export const ProdutoDaLojaRegistrado = s.registro(
  { id: s.inteiro },
  { categoriasProdutos: z.array(s.ReferenciaOpcional) },
)

export const document = {
  list: s.lista(ProdutoDaLoja, {
    ...s.paginacao,
    idProduto: s.digitos,
    idLoja: s.digitos,
    idCategoriaProduto: s.digitos,
    dataAlteracaoInicial: s.momento,
    dataAlteracaoFinal: s.momento,
  }),
  create: { data: ProdutoDaLojaRegistrado, body: ProdutoDaLoja },
  read: { data: ProdutoDaLoja },
  replace: { data: ProdutoDaLojaRegistrado, body: ProdutoDaLoja },
} satisfies ShapeTable
