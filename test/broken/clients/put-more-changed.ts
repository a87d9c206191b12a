import { brokenClient } from '../broken-client.js'
import { withBody } from '../client.js'

/** The description and the price are changed. */
export default brokenClient({
  fault: 12,
  breaks: 'homologation/put-change',
  code: 'homologation/put-change:more-changed',
  broken: { habits: { alter: withBody(3, (body) => ({ ...body, preco: 1.23 })) } },
  harmless: { habits: { alter: withBody(3, (body) => ({ ...body })) } },
})
