import { faults } from '../../../src/service/faults/index.js'
import { brokenClient } from '../broken-client.js'

/** After the limit the next step follows as if nothing had happened. */
export default brokenClient({
  fault: 34,
  breaks: 'homologation/limit-hit',
  code: 'homologation/limit-hit:went-on',
  broken: {
    service: { faults: [faults['too-many-once']], invalidateAt: 'never' },
    habits: { after: (response) => (response.status === 429 ? 'go-on' : undefined) },
  },
  harmless: {
    service: { faults: [faults['too-many-once']], invalidateAt: 'never' },
    habits: { after: (response) => (response.status === 429 ? 'restart' : undefined) },
  },
})
