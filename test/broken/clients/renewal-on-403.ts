import { faults } from '../../../src/service/faults/index.js'
import { brokenClient } from '../broken-client.js'

/** A missing scope is taken for a dead token. */
export default brokenClient({
  fault: 24,
  breaks: 'homologation/renewal-justified',
  code: 'homologation/renewal-justified:after-403',
  broken: {
    service: { faults: [faults['get-403']], invalidateAt: 'never' },
    habits: {
      after: (response, _step, { renew }) => {
        if (response.status !== 403) return undefined
        renew()
        return 'stop'
      },
    },
  },
  harmless: {},
})
