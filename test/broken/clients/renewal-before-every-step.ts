import { brokenClient } from '../broken-client.js'

/** The token is renewed before each step, which does not spare it the invalidation. */
export default brokenClient({
  fault: 25,
  breaks: 'homologation/renewal-justified',
  code: 'homologation/renewal-justified:unprompted',
  broken: {
    service: { invalidateAt: 4 },
    habits: { before: (step, { renew, memory }) => void (memory.renewals < step && renew()) },
  },
  harmless: {
    service: { invalidateAt: 3 },
    habits: {
      before: (step, { renew }) => {
        if (step === 1) renew()
      },
    },
  },
})
