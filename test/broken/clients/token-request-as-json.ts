import { brokenClient } from '../broken-client.js'
import { withHeader } from '../client.js'

/** The token request is JSON. */
export default brokenClient({
  fault: 30,
  breaks: 'auth/token-request',
  code: 'auth/token-request:json',
  broken: {
    habits: {
      alterRenewal: (out) => ({
        ...withHeader(out, 'content-type', 'application/json'),
        body: JSON.stringify(Object.fromEntries(new URLSearchParams(out.body ?? ''))),
      }),
    },
  },
  harmless: {
    habits: {
      alterRenewal: (out) =>
        withHeader(out, 'content-type', 'application/x-www-form-urlencoded; charset=UTF-8'),
    },
  },
})
