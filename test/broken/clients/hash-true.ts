import { brokenClient } from '../broken-client.js'
import { withHeader } from '../client.js'

/** The header is taken for a switch. */
export default brokenClient({
  fault: 2,
  breaks: 'homologation/hash-carried',
  code: 'homologation/hash-carried:unknown',
  broken: {
    profile: 'bling',
    habits: { alter: (out, step) => (step > 1 ? withHeader(out, 'x-bling-homologacao', 'true') : out) },
  },
  harmless: { profile: 'bling', habits: { alter: (out) => withHeader(out, 'x-request-id', 'true') } },
})
