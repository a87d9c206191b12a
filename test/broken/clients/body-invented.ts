import { brokenClient } from '../broken-client.js'
import { withBody } from '../client.js'

/** The product of the documentation is sent. */
export default brokenClient({
  fault: 8,
  breaks: 'homologation/post-data',
  code: 'homologation/post-data:invented',
  broken: { habits: { alter: withBody(2, () => ({ name: 'Produto', price: 1 })) } },
  harmless: { habits: { alter: withBody(2, (body) => ({ ...body })) } },
})
