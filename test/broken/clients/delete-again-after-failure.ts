import { faults } from '../../../src/service/faults/index.js'
import { brokenClient } from '../broken-client.js'

/** A failed DELETE is sent a second time. */
export default brokenClient({
  fault: 38,
  breaks: 'homologation/order',
  code: 'homologation/order:repeated',
  broken: {
    service: { faults: [faults['delete-500']], invalidateAt: 'never' },
    habits: {
      after: (response, _step, _tools, times) =>
        response.status === 500 && times === 1 ? 'repeat' : undefined,
    },
  },
  harmless: { service: { invalidateAt: 5 } },
})
