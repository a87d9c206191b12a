import type { Captures } from '../suite.js'

/** What the embedded service's listings are asked with, as `query` of a samples file says it elsewhere. */
export const ofEmbedded: Captures = {
  'query tipoIntegracao': { text: '"MercadoLivre"', value: 'MercadoLivre' },
  'query idLojaQuery': { text: '203456781', value: 203_456_781 },
}
