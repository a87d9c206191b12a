import { brokenClient } from '../broken-client.js'

/** The missing body of a 204 is parsed as JSON: the run stops after step 3. */
export default brokenClient({
  fault: 31,
  breaks: 'homologation/complete',
  code: 'homologation/complete:stopped',
  broken: { habits: { after: (response) => (response.status === 204 ? 'stop' : undefined) } },
  harmless: {},
})
