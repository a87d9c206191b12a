/**
 * Categories of stores (`/categorias/lojas`). `document` holds the public document's shapes by action: `list` is `GET
 * /categorias/lojas`.
 */
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const CategoriaDaLoja = s.object(
  { loja: s.Referencia, descricao: s.text, codigo: s.text, categoriaProduto: s.Referencia },
  { id: s.readOnly(s.integer) },
)

export const document = {
  list: s.list(CategoriaDaLoja, {
    ...s.paging,
    idLoja: s.queryInteger,
    idCategoriaProduto: s.queryInteger,
    idCategoriaProdutoPai: s.queryInteger,
  }),
  create: { data: s.Registrado, body: CategoriaDaLoja },
  read: { data: CategoriaDaLoja },
  replace: { body: CategoriaDaLoja },
} satisfies ShapeTable
