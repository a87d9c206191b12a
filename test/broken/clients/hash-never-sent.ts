import { brokenClient } from '../broken-client.js'
import { withHeader } from '../client.js'

/** The hash is read and forgotten. */
export default brokenClient({
  fault: 1,
  breaks: 'homologation/hash-carried',
  code: 'homologation/hash-carried:missing',
  broken: { habits: { alter: (out) => withHeader(out, 'x-service-homologacao', null) } },
  harmless: {
    habits: {
      alter: (out, _step, _tools, repeat) =>
        repeat > 0 ? out : withHeader(out, 'x-service-homologacao', null),
    },
  },
})
