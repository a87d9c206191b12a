import { brokenClient } from '../broken-client.js'

/** The situation is set before the product is replaced. */
export default brokenClient({
  fault: 16,
  breaks: 'homologation/order',
  code: 'homologation/order:swapped',
  broken: { habits: { steps: [1, 2, 4, 3, 5] } },
  harmless: {},
})
