import { brokenClient } from '../broken-client.js'

/** A fixed wait beyond the interval. */
export default brokenClient({
  fault: 33,
  breaks: 'homologation/spacing',
  code: 'homologation/spacing:too-far',
  broken: { profile: 'bling', habits: { pauseMs: (step) => (step === 4 ? 2_100 : 500) } },
  harmless: { profile: 'bling', habits: { pauseMs: (step) => (step === 4 ? 2_000 : 500) } },
})
