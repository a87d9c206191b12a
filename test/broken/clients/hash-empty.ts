import { brokenClient } from '../broken-client.js'
import { withHeader } from '../client.js'

/** The header goes out without a value. */
export default brokenClient({
  fault: 1,
  breaks: 'homologation/hash-carried',
  code: 'homologation/hash-carried:empty',
  broken: {
    habits: { alter: (out, step) => (step > 1 ? withHeader(out, 'x-service-homologacao', '') : out) },
  },
  harmless: {
    habits: { alter: (out, step) => (step === 2 ? withHeader(out, 'x-service-homologacao', '') : out) },
  },
})
