import { brokenClient } from '../broken-client.js'
import { withBody } from '../client.js'

/** The response of step 2 is sent back, identifier included. */
export default brokenClient({
  fault: 11,
  breaks: 'homologation/put-change',
  code: 'homologation/put-change:extra-fields',
  broken: { habits: { alter: withBody(3, (body, { memory }) => ({ ...body, id: Number(memory.id) })) } },
  harmless: {
    habits: { alter: withBody(3, (_body, { memory }) => ({ ...memory.product, descricao: 'Copo' })) },
  },
})
