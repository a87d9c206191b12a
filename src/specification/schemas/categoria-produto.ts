import { z } from 'zod'

/** The record has an optional nested object `categoriaPai`. §Product category */
export const CategoriaProduto = z.looseObject({ categoriaPai: z.looseObject({}).optional() })
