/**
 * Categories of products (`/categorias/produtos`). `document` holds the public document's shapes by action: `list` is
 * `GET /categorias/produtos`.
 * - `s.object({ id }, { categoriaPai })` requires `id` and allows `categoriaPai`.
 * - `s.readOnly`: only the service sets the field. A body made by `s.sent` may lack it.
 */
import { z } from 'zod'
import * as s from './shared.js'

/** The specification shows only one field, the optional parent, which PUT does not send. §Product category */
const CategoriaMostrada = z.looseObject({ categoriaPai: z.looseObject({}).optional() })

/** The shapes that the specification itself shows: judged under every profile, also where `document` is judged. */
export const specification = {
  list: { data: s.array(CategoriaMostrada) },
  read: { data: CategoriaMostrada },
  create: { body: CategoriaMostrada },
} satisfies s.ShapeTable

const Categoria = s.object({ id: s.readOnly(s.integer), descricao: s.text }, { categoriaPai: s.Referencia })

export const document = {
  list: s.pagedList(Categoria),
  create: { data: s.Registrado, body: s.sent(Categoria) },
  read: { data: Categoria },
  replace: { body: s.sent(Categoria.omit({ categoriaPai: true })) },
} satisfies s.ShapeTable
