import { brokenClient } from '../broken-client.js'
import { withBody } from '../client.js'

/** PUT is taken for PATCH: only what changed is sent. */
export default brokenClient({
  fault: 10,
  breaks: 'homologation/put-change',
  code: 'homologation/put-change:missing-fields',
  broken: { habits: { alter: withBody(3, ({ nome }) => ({ nome })) } },
  harmless: {
    habits: { alter: withBody(3, (body, { memory }) => ({ ...memory.product, nome: body.nome })) },
  },
})
