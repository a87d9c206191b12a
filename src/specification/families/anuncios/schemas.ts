import { z } from 'zod'
import type { ShapeTable } from '../../shapes.js'

/** 1 published, 2 draft, 3 with problem, 4 paused. §Listing situation */
export const SituacaoDeAnuncio = z.literal([1, 2, 3, 4])

/** Fields beyond the situation are not shown. §Listing */
const AnuncioMostrado = z.looseObject({ situacao: SituacaoDeAnuncio.optional() })

export const specification = {
  list: { data: z.union([z.array(AnuncioMostrado), z.looseObject({})]) },
  read: { data: AnuncioMostrado },
} satisfies ShapeTable
