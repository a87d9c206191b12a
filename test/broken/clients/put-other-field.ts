import { brokenClient } from '../broken-client.js'
import { withBody } from '../client.js'

/** The code is changed, not the description. */
export default brokenClient({
  fault: 12,
  breaks: 'homologation/put-change',
  code: 'homologation/put-change:other-field',
  broken: {
    profile: 'bling',
    habits: {
      alter: withBody(3, (body, { memory }) => ({ ...body, nome: memory.product.nome, codigo: 'Copo' })),
    },
  },
  harmless: {
    habits: { alter: withBody(3, (_body, { memory }) => ({ ...memory.product, nome: 'Caneca' })) },
  },
})
