import { faults } from '../../../src/service/faults/index.js'
import { brokenClient } from '../broken-client.js'

/** A new token that is refused, too, is renewed again and again. */
export default brokenClient({
  fault: 22,
  breaks: 'homologation/renewal-bounded',
  code: 'homologation/renewal-bounded:endless',
  broken: {
    service: { faults: [faults['token-always-refused']] },
    habits: { refused: (_step, { renew, memory }) => (memory.renewals < 8 && renew() ? 'repeat' : 'stop') },
  },
  harmless: {},
})
