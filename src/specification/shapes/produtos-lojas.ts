/**
 * Products in stores (`/produtos/lojas`). `document` holds the public document's shapes by action: `list` is
 * `GET /produtos/lojas`.
 * - `s.object({ codigo }, { id })` requires `codigo` and allows `id`.
 * - `s.extendOptional` adds or replaces fields that may be missing.
 * - `s.readOnly`: only the service sets the field; a body may lack it.
 */
import * as s from './shared.js'

const DadosBase = s.object(
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

const ProdutoDaLoja = s.extendOptional(DadosBase, { categoriasProdutos: s.array(s.Referencia) })

const ProdutoDaLojaRegistrado = s.object(
  { id: s.integer },
  { categoriasProdutos: s.array(s.ReferenciaOpcional) },
)

export const document = {
  list: s.pagedList(ProdutoDaLoja, {
    idProduto: s.queryInteger,
    idLoja: s.queryInteger,
    idCategoriaProduto: s.queryInteger,
    dataAlteracaoInicial: s.dateTime,
    dataAlteracaoFinal: s.dateTime,
  }),
  create: { data: ProdutoDaLojaRegistrado, body: ProdutoDaLoja },
  read: { data: ProdutoDaLoja },
  replace: { data: ProdutoDaLojaRegistrado, body: ProdutoDaLoja },
} satisfies s.ShapeTable
