import { brokenClient } from '../broken-client.js'
import { withBody } from '../client.js'

/** A code of digits lost its type and its leading zeros. */
export default brokenClient({
  fault: 9,
  breaks: 'homologation/post-data',
  code: 'homologation/post-data:type-changed',
  broken: {
    habits: {
      alter: withBody(2, (body) => ({
        ...body,
        codigo: Number.parseInt(String(body.codigo).replace(/\D/g, ''), 10),
      })),
    },
  },
  harmless: { habits: { alter: withBody(2, (body) => ({ ...body, codigo: String(body.codigo) })) } },
})
