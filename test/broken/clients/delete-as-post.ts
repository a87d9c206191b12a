import { brokenClient } from '../broken-client.js'

/** The product is removed by POST. */
export default brokenClient({
  fault: 37,
  breaks: 'homologation/delete',
  code: 'homologation/delete:method',
  broken: { habits: { alter: (out, step) => (step === 5 ? { ...out, method: 'POST' } : out) } },
  harmless: {},
})
