import { faults } from '../../../src/service/faults/index.js'
import { brokenClient } from '../broken-client.js'

/** After the time limit the one step is repeated, not the operation. */
export default brokenClient({
  fault: 34,
  breaks: 'homologation/limit-hit',
  code: 'homologation/limit-hit:repeated-step',
  broken: {
    service: { faults: [faults['time-limit-once']], invalidateAt: 'never' },
    habits: { after: (response) => (response.status === 400 ? 'repeat' : undefined) },
  },
  harmless: {
    service: { faults: [faults['time-limit-once']], invalidateAt: 'never' },
    habits: { after: (response) => (response.status === 400 ? 'restart' : undefined) },
  },
})
