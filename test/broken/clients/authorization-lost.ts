import { brokenClient } from '../broken-client.js'
import { withHeader } from '../client.js'

/** Authorization is lost on the way: a redirect, a second client. */
export default brokenClient({
  fault: 42,
  breaks: 'auth/bearer',
  code: 'auth/bearer:missing',
  broken: {
    service: { invalidateAt: 'never' },
    habits: { alter: (out, step) => (step === 4 ? withHeader(out, 'Authorization', null) : out) },
  },
  harmless: {},
})
