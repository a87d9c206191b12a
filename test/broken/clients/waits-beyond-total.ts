import { brokenClient } from '../broken-client.js'

/** Waits that keep the interval and break the total. */
export default brokenClient({
  fault: 33,
  breaks: 'homologation/total-time',
  code: 'homologation/total-time:over',
  broken: {
    profile: 'bling',
    service: { invalidateAt: 'never' },
    habits: { pauseMs: 1_990, latencyMs: 490 },
  },
  harmless: {
    profile: 'bling',
    service: { invalidateAt: 'never' },
    habits: { pauseMs: 1_990, latencyMs: 90 },
  },
})
