import { brokenClient } from '../broken-client.js'

/** A fixed wait below the interval. */
export default brokenClient({
  fault: 33,
  breaks: 'homologation/spacing',
  code: 'homologation/spacing:too-close',
  broken: { habits: { pauseMs: (step) => (step === 4 ? 1_900 : 2_000) } },
  harmless: { habits: { pauseMs: 1_995 } },
})
