import { spec } from '../../../src/specification/profile.js'
import { brokenClient } from '../broken-client.js'

const free = { ...spec, hash: { ...spec.hash }, spacing: { ...spec.spacing, reading: 'free' as const } }

/** A step leaves before the response to the one before has come. */
export default brokenClient({
  fault: 43,
  breaks: 'homologation/sequential',
  code: 'homologation/sequential:overlap',
  broken: {
    profile: free,
    service: { invalidateAt: 'never' },
    habits: {
      steps: [1, 2, 3],
      latencyMs: 400,
      finish: ({ send, request, wait }) => {
        send(request(4), { isAwaited: false })
        wait(100)
        send(request(5))
      },
    },
  },
  harmless: { profile: free, service: { invalidateAt: 'never' }, habits: { pauseMs: 0, latencyMs: 400 } },
})
