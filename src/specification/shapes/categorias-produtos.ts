/**
 * Categories of products (`/categorias/produtos`). `document` holds the public document's shapes by action: `list` is
 * `GET /categorias/produtos`.
 */
import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

/** The specification shows one field only, the optional parent. A body of PUT has no parent. §Product category */
const CategoriaMostrada = z.looseObject({ categoriaPai: z.looseObject({}).optional() })

/** The shapes that the specification itself shows. They are judged under every profile, those of `document` in addition. */
export const specification = {
  list: { data: z.array(CategoriaMostrada) },
  read: { data: CategoriaMostrada },
  create: { body: CategoriaMostrada },
} satisfies ShapeTable

export const Categoria = s.object(
  { id: s.readOnly(s.integer), descricao: s.text },
  { categoriaPai: s.Referencia },
)

export const CategoriaCriacao = Categoria.partial({ id: true })

export const CategoriaAtualizacao = s.object({ descricao: s.text }, { id: s.readOnly(s.integer) })

export const document = {
  list: s.list(Categoria, s.paging),
  create: { data: s.Registrado, body: CategoriaCriacao },
  read: { data: Categoria },
  replace: { body: CategoriaAtualizacao },
} satisfies ShapeTable
