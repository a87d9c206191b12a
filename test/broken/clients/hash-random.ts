import { brokenClient } from '../broken-client.js'
import { withHeader } from '../client.js'

/** The header is taken for a request id. */
export default brokenClient({
  fault: 2,
  breaks: 'homologation/hash-carried',
  code: 'homologation/hash-carried:unknown',
  broken: {
    profile: 'bling',
    habits: {
      alter: (out, step) =>
        step > 1 ? withHeader(out, 'x-bling-homologacao', '0b8a4c2e-51f0-4d7e-9a53-5f1f5f9f8a11') : out,
    },
  },
  harmless: {
    profile: 'bling',
    habits: { alter: (out) => withHeader(out, 'x-request-id', '0b8a4c2e-51f0-4d7e-9a53-5f1f5f9f8a11') },
  },
})
