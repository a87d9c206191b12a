import { brokenClient } from '../broken-client.js'

/** One refusal, two renewals. */
export default brokenClient({
  fault: 22,
  breaks: 'homologation/renewal-bounded',
  code: 'homologation/renewal-bounded:several',
  broken: { habits: { refused: (_step, { renew }) => (renew() && renew() ? 'repeat' : 'stop') } },
  harmless: {},
})
