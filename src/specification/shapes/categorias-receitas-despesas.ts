/**
 * Categories of income and expenses (`/categorias/receitas-despesas`). `s.object({ id }, { nome })` requires `id` and
 * allows `nome`; `s.partial` requires no field; a body may leave out `s.readOnly` fields. `document` has what the
 * service's public document shows of each action: `list` is `GET /categorias/receitas-despesas`.
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
  list: s.list(CategoriaResumida, {
    ...s.paging,
    tipo: s.queryOneOf(['0', '1', '2', '3'], '0'),
    situacao: s.queryOneOf(['0', '1', '2'], '0'),
  }),
  create: { data: CategoriaResumida, body: CategoriaCriacao },
  'remove-many': {
    data: s.partial({ alertas: s.array(s.Erro) }),
    query: s.object({ 'idsCategorias[]': s.queryIds }),
  },
  read: { data: s.extendOptional(CategoriaResumida, { situacao: s.oneOf([0, 1]) }) },
  replace: { data: CategoriaResumida, body: CategoriaCriacao },
} satisfies s.ShapeTable
