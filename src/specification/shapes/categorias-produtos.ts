import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import { doServico, inteiro, lista, paginacao, Referencia, Registrado, registro, texto } from './shared.js'

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

export const Categoria = registro({ id: doServico(inteiro), descricao: texto }, { categoriaPai: Referencia })

export const CategoriaCriacao = Categoria.partial({ id: true })

export const CategoriaAtualizacao = registro({ descricao: texto }, { id: doServico(inteiro) })

export const document = {
  list: lista(Categoria, paginacao),
  create: { data: Registrado, body: CategoriaCriacao },
  read: { data: Categoria },
  replace: { body: CategoriaAtualizacao },
} satisfies ShapeTable
