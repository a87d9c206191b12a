import { referenceName } from '../../specification/samples/index.js'
import type { Captures } from '../suite.js'

/** Values of the shared query parameters for the embedded service, as a samples file gives them under `query`. */
export const ofEmbedded: Captures = {
  'query tipoIntegracao': { text: '"MercadoLivre"', value: 'MercadoLivre' },
  'query idLojaQuery': { text: '203456781', value: 203_456_781 },
}

/** Records of the embedded service that bodies refer to and none of its lists shows. */
export const recordsOfEmbedded: Captures = {
  [referenceName('/canais-venda')]: { text: '203456781', value: 203_456_781 },
  [referenceName('embalagem')]: { text: '1', value: 1 },
}
