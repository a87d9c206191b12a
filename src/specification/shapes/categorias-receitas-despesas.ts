/**
 * Categories of income and expenses (`/categorias/receitas-despesas`). `document` holds the public document's shapes by
 * action: `list` is `GET /categorias/receitas-despesas`.
 * - `s.object({ descricao }, { id })` requires `descricao` and allows `id`; `s.partial` requires nothing.
 * - `s.extendOptional` adds or replaces fields that may be missing.
 * - `s.readOnly`: only the service sets the field; a body may lack it.
 */
import * as s from './shared.js'

const CategoriaResumida = s.object(
  { descricao: s.text, tipo: s.oneOf([1, 2, 3]) },
  { id: s.readOnly(s.integer), idCategoriaPai: s.integer },
)

const CategoriaCriacao = s.extendOptional(CategoriaResumida, {
  grupoDRE: s.oneOf([1, 2, 3, 7, 8, 9, 10, 11, 13]),
})

export const document = {
  list: s.pagedList(CategoriaResumida, {
    tipo: s.queryOneOf(['0', '1', '2', '3'], { default: '0' }),
    situacao: s.queryOneOf(['0', '1', '2'], { default: '0' }),
  }),
  create: { data: CategoriaResumida, body: CategoriaCriacao },
  'remove-many': {
    data: s.partial({ alertas: s.array(s.Erro) }),
    query: s.object({ 'idsCategorias[]': s.queryIds }),
  },
  read: { data: s.extendOptional(CategoriaResumida, { situacao: s.oneOf([0, 1]) }) },
  replace: { data: CategoriaResumida, body: CategoriaCriacao },
} satisfies s.ShapeTable
