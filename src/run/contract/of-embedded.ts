import { referenceName } from '../../specification/samples/index.js'
import type { Captures } from '../suite.js'

/** What the embedded service's listings are asked with, as `query` of a samples file says it elsewhere. */
export const ofEmbedded: Captures = {
  'query tipoIntegracao': { text: '"MercadoLivre"', value: 'MercadoLivre' },
  'query idLojaQuery': { text: '203456781', value: 203_456_781 },
}

/** What bodies to the embedded service refer to that none of its lists shows. */
export const recordsOfEmbedded: Captures = {
  [referenceName('/canais-venda')]: { text: '203456781', value: 203_456_781 },
  [referenceName('embalagem')]: { text: '1', value: 1 },
}
