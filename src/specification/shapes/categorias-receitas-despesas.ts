import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const CategoriaResumida = s.registro(
  { descricao: s.texto, tipo: z.literal([1, 2, 3]) },
  { id: s.doServico(s.inteiro), idCategoriaPai: s.inteiro },
)

export const Categoria = s.comOpcionais(CategoriaResumida, { situacao: z.literal([0, 1]) })

export const CategoriaCriacao = s.comOpcionais(CategoriaResumida, {
  grupoDRE: z.literal([1, 2, 3, 7, 8, 9, 10, 11, 13]),
})

export const document = {
  list: s.lista(CategoriaResumida, {
    ...s.paginacao,
    tipo: s.umDe(['0', '1', '2', '3'], '0'),
    situacao: s.umDe(['0', '1', '2'], '0'),
  }),
  create: { data: CategoriaResumida, body: CategoriaCriacao },
  'remove-many': {
    data: s.parcial({ alertas: z.array(s.Erro) }),
    query: s.registro({ 'idsCategorias[]': s.ids }),
  },
  read: { data: Categoria },
  replace: { data: CategoriaResumida, body: CategoriaCriacao },
} satisfies ShapeTable
