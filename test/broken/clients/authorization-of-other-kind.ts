import { brokenClient } from '../broken-client.js'
import { withHeader } from '../client.js'

/** The token goes out without the word Bearer. */
export default brokenClient({
  fault: 42,
  breaks: 'auth/bearer',
  code: 'auth/bearer:not-bearer',
  broken: {
    service: { invalidateAt: 'never' },
    habits: {
      alter: (out, step, { memory }) =>
        step === 4 ? withHeader(out, 'Authorization', `Token ${memory.accessToken}`) : out,
    },
  },
  harmless: {
    habits: {
      alter: (out, _step, { memory }) => withHeader(out, 'AUTHORIZATION', `BEARER ${memory.accessToken}`),
    },
  },
})
