/**
 * Categories of income and expenses (`/categorias/receitas-despesas`). `document` holds the public document's shapes by
 * action: `list` is `GET /categorias/receitas-despesas`.
 */
import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const CategoriaResumida = s.object(
  { descricao: s.text, tipo: z.literal([1, 2, 3]) },
  { id: s.readOnly(s.integer), idCategoriaPai: s.integer },
)

export const Categoria = s.extendOptional(CategoriaResumida, { situacao: z.literal([0, 1]) })

export const CategoriaCriacao = s.extendOptional(CategoriaResumida, {
  grupoDRE: z.literal([1, 2, 3, 7, 8, 9, 10, 11, 13]),
})

export const document = {
  list: s.list(CategoriaResumida, {
    ...s.paging,
    tipo: s.queryOneOf(['0', '1', '2', '3'], '0'),
    situacao: s.queryOneOf(['0', '1', '2'], '0'),
  }),
  create: { data: CategoriaResumida, body: CategoriaCriacao },
  'remove-many': {
    data: s.partial({ alertas: z.array(s.Erro) }),
    query: s.object({ 'idsCategorias[]': s.queryIds }),
  },
  read: { data: Categoria },
  replace: { data: CategoriaResumida, body: CategoriaCriacao },
} satisfies ShapeTable
