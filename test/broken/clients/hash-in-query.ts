import { brokenClient } from '../broken-client.js'
import { withHeader } from '../client.js'

/** The hash is sent as a query parameter. */
export default brokenClient({
  fault: 3,
  breaks: 'homologation/hash-carried',
  code: 'homologation/hash-carried:in-address',
  broken: {
    profile: 'bling',
    habits: {
      alter: (out, step, { memory }) =>
        step === 1
          ? out
          : { ...withHeader(out, 'x-bling-homologacao', null), path: `${out.path}?hash=${memory.hash}` },
    },
  },
  harmless: {
    profile: 'bling',
    habits: { alter: (out, step) => (step === 1 ? out : { ...out, path: `${out.path}?origem=loja` }) },
  },
})
