import { brokenClient } from '../broken-client.js'

/** The renewal is built for one step, and the token dies at another. */
export default brokenClient({
  fault: 21,
  breaks: 'homologation/token-renewed',
  code: 'homologation/token-renewed:gave-up',
  broken: {
    service: { invalidateAt: 4 },
    habits: { refused: (step, { renew }) => (step === 3 && renew() ? 'repeat' : 'stop') },
  },
  harmless: {
    service: { invalidateAt: 3 },
    habits: { refused: (step, { renew }) => (step === 3 && renew() ? 'repeat' : 'stop') },
  },
})
