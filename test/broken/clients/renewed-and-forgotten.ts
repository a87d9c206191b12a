import { brokenClient } from '../broken-client.js'

/** The token is renewed, and the run ends all the same. */
export default brokenClient({
  fault: 19,
  breaks: 'homologation/token-renewed',
  code: 'homologation/token-renewed:renewed-unused',
  broken: {
    habits: {
      refused: (_step, { renew }) => {
        renew()
        return 'stop'
      },
    },
  },
  harmless: {},
})
