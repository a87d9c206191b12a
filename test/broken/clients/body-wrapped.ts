import { brokenClient } from '../broken-client.js'
import { withBody } from '../client.js'

/** The response of step 1 is sent back as it came. */
export default brokenClient({
  fault: 7,
  breaks: 'homologation/post-data',
  code: 'homologation/post-data:wrapped',
  broken: { habits: { alter: withBody(2, (body) => ({ data: body })) } },
  harmless: { habits: { alter: withBody(2, (body) => Object.fromEntries(Object.entries(body).reverse())) } },
})
