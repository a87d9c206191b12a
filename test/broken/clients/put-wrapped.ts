import { brokenClient } from '../broken-client.js'
import { withBody } from '../client.js'

/** The changed product is wrapped. */
export default brokenClient({
  fault: 7,
  breaks: 'homologation/put-change',
  code: 'homologation/put-change:wrapped',
  broken: { habits: { alter: withBody(3, (body) => ({ data: body })) } },
  harmless: { habits: { alter: withBody(3, (body) => Object.fromEntries(Object.entries(body).reverse())) } },
})
