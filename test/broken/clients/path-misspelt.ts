import { brokenClient } from '../broken-client.js'

/** A path that version 3 does not have. */
export default brokenClient({
  fault: 18,
  breaks: 'homologation/right-routes',
  code: 'homologation/right-routes:unknown-path',
  broken: {
    habits: {
      before: (step, { send, request }) => {
        if (step === 2) send({ ...request(1), path: '/homologacao/produto' })
      },
    },
  },
  harmless: {},
})
