import { brokenClient } from '../broken-client.js'
import { withBody } from '../client.js'

/** The product goes back as it was. */
export default brokenClient({
  fault: 12,
  breaks: 'homologation/put-change',
  code: 'homologation/put-change:unchanged',
  broken: { habits: { alter: withBody(3, (_body, { memory }) => memory.product) } },
  harmless: {
    habits: {
      alter: withBody(3, (_body, { memory }) => ({ ...memory.product, nome: `${memory.product.nome}!` })),
    },
  },
})
