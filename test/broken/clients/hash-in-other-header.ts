import { brokenClient } from '../broken-client.js'
import { withHeader } from '../client.js'

/** The header is spelt with another prefix. */
export default brokenClient({
  fault: 3,
  breaks: 'homologation/hash-carried',
  code: 'homologation/hash-carried:other-header',
  broken: {
    profile: 'bling',
    habits: {
      alter: (out, step, { memory }) =>
        step === 1
          ? out
          : withHeader(withHeader(out, 'x-bling-homologacao', null), 'x-homologacao', memory.hash),
    },
  },
  harmless: {
    profile: 'bling',
    habits: {
      alter: (out, step, { memory }) =>
        step === 1
          ? out
          : withHeader(withHeader(out, 'x-bling-homologacao', null), 'X-BLING-Homologacao', memory.hash),
    },
  },
})
