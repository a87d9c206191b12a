import { brokenClient } from '../broken-client.js'

/** Step 4 is left out. */
export default brokenClient({
  fault: 15,
  breaks: 'homologation/order',
  code: 'homologation/order:left-out',
  broken: { habits: { steps: [1, 2, 3, 5] } },
  harmless: { habits: { steps: [1, 2, 3, 4, 5] } },
})
