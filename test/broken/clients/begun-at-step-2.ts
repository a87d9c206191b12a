import { brokenClient } from '../broken-client.js'

/** The product of an earlier run is sent before step 1 was asked for one. */
export default brokenClient({
  fault: 16,
  breaks: 'homologation/order',
  code: 'homologation/order:begun-late',
  broken: { habits: { steps: [2, 1, 2, 3, 4, 5] } },
  harmless: { service: { invalidateAt: 1 } },
})
