import { z } from 'zod'

/** 1 published, 2 draft, 3 with problem, 4 paused. §Listing situation */
export const ListingSituation = z.literal([1, 2, 3, 4])

/** Fields beyond the situation are not shown. §Listing */
export const Anuncio = z.looseObject({ situacao: ListingSituation.optional() })
