/**
 * Categories of stores (`/categorias/lojas`). `s.object({ id }, { nome })` requires `id` and allows `nome`; a body may
 * leave out `s.readOnly` fields. `document` has what the service's public document shows of each action: `list` is
 * `GET /categorias/lojas`.
 */
import * as s from './shared.js'

const CategoriaDaLoja = s.object(
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
} satisfies s.ShapeTable
