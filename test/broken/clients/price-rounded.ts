import { brokenClient } from '../broken-client.js'
import { withBody } from '../client.js'

/** The price lost its cents. */
export default brokenClient({
  fault: 9,
  breaks: 'homologation/post-data',
  code: 'homologation/post-data:changed',
  broken: { habits: { alter: withBody(2, (body) => ({ ...body, preco: Math.round(Number(body.preco)) })) } },
  harmless: {
    habits: { alter: withBody(2, (body) => ({ ...body, preco: Number(Number(body.preco).toFixed(2)) })) },
  },
})
