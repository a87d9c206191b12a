import { brokenClient } from '../broken-client.js'

/** Step 2 goes to the real catalogue. */
export default brokenClient({
  fault: 17,
  breaks: 'homologation/right-routes',
  code: 'homologation/right-routes:real-route',
  broken: { habits: { alter: (out, step) => (step === 2 ? { ...out, path: '/produtos' } : out) } },
  harmless: {},
})
