import { z } from 'zod'
import type { ShapeTable } from '../../shapes.js'

/** The record has an optional nested object `categoriaPai`; an update's body has the base fields alone. §Product category */
const CategoriaMostrada = z.looseObject({ categoriaPai: z.looseObject({}).optional() })

export const specification = {
  list: { data: z.array(CategoriaMostrada) },
  read: { data: CategoriaMostrada },
  create: { body: CategoriaMostrada },
} satisfies ShapeTable
