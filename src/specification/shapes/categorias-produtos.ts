/**
 * Categories of products (`/categorias/produtos`). `s.object({ id }, { nome })` requires `id` and allows `nome`; a body
 * may leave out `s.readOnly` fields, also where a schema of the document repeats that with `partial`. `document` has what the service's public document shows of each action: `list` is
 * `GET /categorias/produtos`.
 */
import { z } from 'zod'
import * as s from './shared.js'

/** The specification shows one field only, the optional parent. A body of PUT has no parent. §Product category */
const CategoriaMostrada = z.looseObject({ categoriaPai: z.looseObject({}).optional() })

/** The shapes that the specification itself shows. They are judged under every profile, those of `document` in addition. */
export const specification = {
  list: { data: s.array(CategoriaMostrada) },
  read: { data: CategoriaMostrada },
  create: { body: CategoriaMostrada },
} satisfies s.ShapeTable

const Categoria = s.object({ id: s.readOnly(s.integer), descricao: s.text }, { categoriaPai: s.Referencia })

const CategoriaCriacao = Categoria.partial({ id: true })

export const document = {
  list: s.list(Categoria, s.paging),
  create: { data: s.Registrado, body: CategoriaCriacao },
  read: { data: Categoria },
  replace: { body: s.object({ descricao: s.text }, { id: s.readOnly(s.integer) }) },
} satisfies s.ShapeTable
