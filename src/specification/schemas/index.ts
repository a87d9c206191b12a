/**
 * What the specification shows of envelopes, records, bodies and filters, as zod schemas; loose wherever it is silent.
 * Routes refer to a record's schema by name, so that only those who validate load zod.
 */

import { Anuncio } from './anuncio.js'
import { CampoCustomizado } from './campo-customizado.js'
import { CategoriaProduto } from './categoria-produto.js'
import { Anything } from './envelope.js'

export const recordSchemas = {
  anuncio: Anuncio,
  'campo-customizado': CampoCustomizado,
  'categoria-produto': CategoriaProduto,
  anything: Anything,
} as const

export type RecordName = keyof typeof recordSchemas
