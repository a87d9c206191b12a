/** Products in stores (`/produtos/lojas`). `document` holds the public document's shapes by action: `list` is `GET /produtos/lojas`. */
import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const DadosBase = s.object(
  { codigo: s.text, produto: s.Referencia, loja: s.Referencia },
  {
    id: s.readOnly(s.integer),
    preco: s.number,
    precoPromocional: s.number,
    fornecedorLoja: s.Referencia,
    marcaLoja: s.Referencia,
    categoriasProdutos: s.Referencia,
  },
)

export const ProdutoDaLoja = s.extendOptional(DadosBase, { categoriasProdutos: z.array(s.Referencia) })

export const ProdutoDaLojaRegistrado = s.object(
  { id: s.integer },
  { categoriasProdutos: z.array(s.ReferenciaOpcional) },
)

export const document = {
  list: s.list(ProdutoDaLoja, {
    ...s.paging,
    idProduto: s.queryInteger,
    idLoja: s.queryInteger,
    idCategoriaProduto: s.queryInteger,
    dataAlteracaoInicial: s.dateTime,
    dataAlteracaoFinal: s.dateTime,
  }),
  create: { data: ProdutoDaLojaRegistrado, body: ProdutoDaLoja },
  read: { data: ProdutoDaLoja },
  replace: { data: ProdutoDaLojaRegistrado, body: ProdutoDaLoja },
} satisfies ShapeTable
