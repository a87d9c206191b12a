import { brokenClient } from '../broken-client.js'

/** The hash of step 1 is kept for the whole run. */
export default brokenClient({
  fault: 4,
  breaks: 'homologation/hash-carried',
  code: 'homologation/hash-carried:older',
  broken: {
    profile: 'bling',
    habits: {
      learn: (_answer, hash, { memory }) => {
        memory.hash ??= hash
      },
    },
  },
  harmless: {
    profile: 'bling',
    service: { hash: 'fixed' },
    habits: {
      learn: (_answer, hash, { memory }) => {
        memory.hash ??= hash
      },
    },
  },
})
