import { brokenClient } from '../broken-client.js'
import { withHeader } from '../client.js'

/** The same where the refusal is a 400. */
export default brokenClient({
  fault: 5,
  breaks: 'homologation/hash-carried',
  code: 'homologation/hash-carried:missing',
  broken: {
    service: { deadToken: '400' },
    habits: {
      alter: (out, _step, _tools, repeat) =>
        repeat > 0 ? withHeader(out, 'x-service-homologacao', null) : out,
    },
  },
  harmless: { service: { deadToken: '400' } },
})
