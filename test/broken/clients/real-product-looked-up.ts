import { brokenClient } from '../broken-client.js'

/** A real route is called during the run. */
export default brokenClient({
  fault: 17,
  breaks: 'homologation/right-routes',
  code: 'homologation/right-routes:real-route',
  broken: {
    habits: {
      before: (step, { send, request }) => {
        if (step === 4) send({ ...request(1), path: '/produtos' })
      },
    },
  },
  harmless: {
    habits: {
      finish: ({ send, request, wait }) => {
        wait(5_000)
        send({ ...request(1), path: '/produtos' })
      },
    },
  },
})
