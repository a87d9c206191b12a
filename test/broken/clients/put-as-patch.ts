import { brokenClient } from '../broken-client.js'

/** Step 3 is sent as PATCH. */
export default brokenClient({
  fault: 13,
  breaks: 'homologation/put-change',
  code: 'homologation/put-change:method',
  broken: { habits: { alter: (out, step) => (step === 3 ? { ...out, method: 'PATCH' } : out) } },
  harmless: {},
})
