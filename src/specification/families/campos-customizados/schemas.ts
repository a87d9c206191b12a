import { z } from 'zod'
import type { ShapeTable } from '../../shapes.js'

/** 0 inactive, 1 active. §Custom field situation */
export const SituacaoDeCampo = z.literal([0, 1])

/** The parts of the record are named and not shown. §Custom field */
const CampoMostrado = z.looseObject({ situacao: SituacaoDeCampo.optional() })

export const specification = {
  'list-of-module': { data: z.array(CampoMostrado) },
  read: { data: CampoMostrado },
  create: { body: CampoMostrado },
  replace: { body: CampoMostrado },
  /** The situation is the only body field. §Custom field */
  'set-situation': { body: z.strictObject({ situacao: SituacaoDeCampo }) },
} satisfies ShapeTable
