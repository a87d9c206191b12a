import { brokenClient } from '../broken-client.js'

/** The token is renewed before each request. */
export default brokenClient({
  fault: 25,
  breaks: 'homologation/renewal-justified',
  code: 'homologation/renewal-justified:unprompted',
  broken: { service: { invalidateAt: 4 }, habits: { before: (_step, { renew }) => void renew() } },
  harmless: {
    service: { invalidateAt: 'never' },
    habits: {
      before: (step, { renew }) => {
        if (step === 1) renew()
      },
    },
  },
})
