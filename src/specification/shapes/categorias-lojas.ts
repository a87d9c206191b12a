/**
 * Categories of stores (`/categorias/lojas`). `document` holds the public document's shapes by action: `list` is
 * `GET /categorias/lojas`.
 * - `s.object({ loja }, { id })` requires `loja` and allows `id`.
 * - `s.readOnly`: only the service sets the field; a body may lack it.
 */
import * as s from './shared.js'

const CategoriaDaLoja = s.object(
  { loja: s.Referencia, descricao: s.text, codigo: s.text, categoriaProduto: s.Referencia },
  { id: s.readOnly(s.integer) },
)

export const document = {
  list: s.pagedList(CategoriaDaLoja, {
    idLoja: s.queryInteger,
    idCategoriaProduto: s.queryInteger,
    idCategoriaProdutoPai: s.queryInteger,
  }),
  create: { data: s.Registrado, body: CategoriaDaLoja },
  read: { data: CategoriaDaLoja },
  replace: { body: CategoriaDaLoja },
} satisfies s.ShapeTable
