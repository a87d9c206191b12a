import { brokenClient } from '../broken-client.js'

/** The same, at one step only. */
export default brokenClient({
  fault: 18,
  breaks: 'homologation/right-routes',
  code: 'homologation/right-routes:lost-prefix',
  broken: { habits: { alter: (out, step) => (step === 3 ? { ...out, path: `/${out.path}` } : out) } },
  harmless: {},
})
