import { brokenClient } from '../broken-client.js'

/** A response without a hash wipes out the one before. */
export default brokenClient({
  fault: 5,
  breaks: 'homologation/hash-carried',
  code: 'homologation/hash-carried:missing',
  broken: {
    profile: 'bling',
    habits: {
      learn: (_answer, hash, { memory }) => {
        memory.hash = hash
      },
    },
  },
  harmless: {
    profile: 'bling',
    service: { invalidateAt: 'never' },
    habits: {
      learn: (_answer, hash, { memory }) => {
        memory.hash = hash
      },
    },
  },
})
