import { brokenClient } from '../broken-client.js'

/** A response is awaited longer than the whole run may take. */
export default brokenClient({
  fault: 35,
  breaks: 'homologation/total-time',
  code: 'homologation/total-time:over',
  broken: {
    profile: 'bling',
    service: { invalidateAt: 'never' },
    habits: { latencyMs: (step) => (step === 2 ? 9_000 : 5) },
  },
  harmless: {
    profile: 'bling',
    service: { invalidateAt: 'never' },
    habits: { latencyMs: (step) => (step === 2 ? 7_000 : 5) },
  },
})
