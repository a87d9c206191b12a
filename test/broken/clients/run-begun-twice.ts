import { brokenClient } from '../broken-client.js'

/** The operation is begun again in the middle of it. */
export default brokenClient({
  fault: 43,
  breaks: 'homologation/order',
  code: 'homologation/order:restarted',
  broken: { habits: { steps: [1, 2, 1, 2, 3, 4, 5] } },
  harmless: { service: { invalidateAt: 1 } },
})
