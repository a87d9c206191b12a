import { brokenClient } from '../broken-client.js'

/** The token is renewed, and the next step is sent in place of the refused one. */
export default brokenClient({
  fault: 19,
  breaks: 'homologation/complete',
  code: 'homologation/complete:passed-over',
  broken: {
    habits: {
      after: (response, _step, { renew }) => {
        if (response.status !== 401) return undefined
        renew()
        return 'go-on'
      },
    },
  },
  harmless: {},
})
