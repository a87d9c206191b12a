import { brokenClient } from '../broken-client.js'

/** A response without a refresh token overwrites the one at hand. */
export default brokenClient({
  fault: 28,
  breaks: 'auth/renewal',
  code: 'auth/renewal:empty-refresh-token',
  broken: {
    service: { accessTokenLifetimeMs: 5_000 },
    habits: {
      alterRenewal: (out, { memory }) =>
        memory.renewals === 0 ? out : { ...out, body: 'grant_type=refresh_token&refresh_token=' },
    },
  },
  harmless: { service: { accessTokenLifetimeMs: 5_000, refreshTokenRotates: false } },
})
