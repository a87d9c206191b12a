import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

/**
 * The record has an optional nested object `categoriaPai`; the body of an update has only the base fields. §Product
 * category
 */
const CategoriaMostrada = z.looseObject({ categoriaPai: z.looseObject({}).optional() })

export const specification = {
  list: { data: z.array(CategoriaMostrada) },
  read: { data: CategoriaMostrada },
  create: { body: CategoriaMostrada },
} satisfies ShapeTable

export const Categoria = s.registro(
  { id: s.doServico(s.inteiro), descricao: s.texto },
  { categoriaPai: s.Referencia },
)

export const CategoriaCriacao = Categoria.partial({ id: true })

export const CategoriaAtualizacao = s.registro({ descricao: s.texto }, { id: s.doServico(s.inteiro) })

export const document = {
  list: s.lista(Categoria, s.paginacao),
  create: { data: s.Registrado, body: CategoriaCriacao },
  read: { data: Categoria },
  replace: { body: CategoriaAtualizacao },
} satisfies ShapeTable
