import { brokenClient } from '../broken-client.js'
import { withHeader } from '../client.js'

/** The repeated request is built anew, without the hash. */
export default brokenClient({
  fault: 5,
  breaks: 'homologation/hash-carried',
  code: 'homologation/hash-carried:missing',
  broken: {
    habits: {
      alter: (out, _step, _tools, repeat) =>
        repeat > 0 ? withHeader(out, 'x-service-homologacao', null) : out,
    },
  },
  harmless: {
    service: { invalidateAt: 4 },
    habits: { alter: (out, step) => (step === 3 ? withHeader(out, 'x-service-homologacao', null) : out) },
  },
})
