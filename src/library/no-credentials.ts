import type { Credentials } from '../client/token-source.js'

/** What a caller of the library leaves out. */
export const noCredentials: Credentials = {
  accessToken: null,
  refreshToken: null,
  clientId: null,
  clientSecret: null,
  tokenCommand: null,
  tokenUrl: null,
}
