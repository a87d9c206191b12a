import { faults } from '../../../src/service/faults/index.js'
import { brokenClient } from '../broken-client.js'

/** Any 400 is taken for a dead token. */
export default brokenClient({
  fault: 23,
  breaks: 'homologation/renewal-justified',
  code: 'homologation/renewal-justified:after-error',
  broken: {
    service: { faults: [faults['post-400']], invalidateAt: 'never' },
    habits: {
      after: (response, _step, { renew }) => {
        if (response.status !== 400) return undefined
        renew()
        return 'stop'
      },
    },
  },
  harmless: { service: { deadToken: '400' } },
})
