import { brokenClient } from '../broken-client.js'
import { withHeader } from '../client.js'

/** The hash was copied once into a setting. */
export default brokenClient({
  fault: 2,
  breaks: 'homologation/hash-carried',
  code: 'homologation/hash-carried:unknown',
  broken: {
    profile: 'bling',
    habits: {
      alter: (out, step) =>
        step > 1 ? withHeader(out, 'x-bling-homologacao', 'hash-from-the-environment') : out,
    },
  },
  harmless: {
    profile: 'bling',
    habits: { alter: (out) => withHeader(out, 'x-request-id', 'hash-from-the-environment') },
  },
})
