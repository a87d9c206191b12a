import { brokenClient } from '../broken-client.js'

let first = ''

/** The rotated refresh token is not kept, so the second renewal sends the old one. */
export default brokenClient({
  fault: 27,
  breaks: 'auth/renewal',
  code: 'auth/renewal:old-refresh-token',
  broken: {
    service: { accessTokenLifetimeMs: 5_000 },
    habits: {
      alterRenewal: (out, { memory }) => {
        first ||= memory.refreshToken
        return { ...out, body: (out.body ?? '').replace(memory.refreshToken, first) }
      },
    },
  },
  harmless: { service: { accessTokenLifetimeMs: 5_000 } },
})
