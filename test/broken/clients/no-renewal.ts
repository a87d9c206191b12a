import { brokenClient } from '../broken-client.js'

/** The run dies at the first 401. */
export default brokenClient({
  fault: 19,
  breaks: 'homologation/token-renewed',
  code: 'homologation/token-renewed:gave-up',
  broken: { habits: { refused: () => 'stop' } },
  harmless: { service: { invalidateAt: 'never' }, habits: { refused: () => 'stop' } },
})
