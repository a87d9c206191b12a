import { brokenClient } from '../broken-client.js'

/** Step 2 is sent twice, for nothing. */
export default brokenClient({
  fault: 16,
  breaks: 'homologation/order',
  code: 'homologation/order:repeated',
  broken: { habits: { steps: [1, 2, 2, 3, 4, 5] } },
  harmless: { service: { invalidateAt: 2 } },
})
