import { brokenClient } from '../broken-client.js'

/** Step 4 is sent as PUT. */
export default brokenClient({
  fault: 14,
  breaks: 'homologation/situation',
  code: 'homologation/situation:method',
  broken: { habits: { alter: (out, step) => (step === 4 ? { ...out, method: 'PUT' } : out) } },
  harmless: {},
})
