import { faults } from '../../../src/service/faults/index.js'
import { brokenClient } from '../broken-client.js'

/** A failure is not noticed, and the run goes on. */
export default brokenClient({
  fault: 32,
  breaks: 'homologation/complete',
  code: 'homologation/complete:went-on',
  broken: {
    service: { faults: [faults['put-500']], invalidateAt: 'never' },
    habits: { after: () => 'go-on' },
  },
  harmless: { service: { invalidateAt: 'never' }, habits: { after: () => 'go-on' } },
})
