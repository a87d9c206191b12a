import { brokenClient } from '../broken-client.js'

/** The refresh token goes where the access token belongs. */
export default brokenClient({
  fault: 20,
  breaks: 'auth/bearer',
  code: 'auth/bearer:refresh-token',
  broken: {
    habits: {
      refused: (_step, { memory, renew }) => {
        if (memory.renewals > 0) return 'stop'
        renew()
        memory.accessToken = memory.refreshToken
        return 'repeat'
      },
    },
  },
  harmless: {},
})
