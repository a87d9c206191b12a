import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import {
  comOpcionais,
  digitos,
  doServico,
  Erro,
  inteiro,
  lista,
  paginacao,
  parcial,
  registro,
  texto,
  umDe,
} from './shared.js'

export const CategoriaResumida = registro(
  { descricao: texto, tipo: z.literal([1, 2, 3]) },
  { id: doServico(inteiro), idCategoriaPai: inteiro },
)

export const Categoria = comOpcionais(CategoriaResumida, { situacao: z.literal([0, 1]) })

export const CategoriaCriacao = comOpcionais(CategoriaResumida, {
  grupoDRE: z.literal([1, 2, 3, 7, 8, 9, 10, 11, 13]),
})

export const document = {
  list: lista(CategoriaResumida, {
    ...paginacao,
    tipo: umDe(['0', '1', '2', '3'], '0'),
    situacao: umDe(['0', '1', '2'], '0'),
  }),
  create: { data: CategoriaResumida, body: CategoriaCriacao },
  'remove-many': {
    data: parcial({ alertas: z.array(Erro) }),
    query: registro({ 'idsCategorias[]': z.array(digitos) }),
  },
  read: { data: Categoria },
  replace: { data: CategoriaResumida, body: CategoriaCriacao },
} satisfies ShapeTable
