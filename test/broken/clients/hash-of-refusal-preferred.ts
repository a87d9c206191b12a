import { bling } from '../../../src/specification/profile.js'
import { brokenClient } from '../broken-client.js'

const strict = { ...bling, hash: { ...bling.hash, refusalIssues: false } }

/** The profile says that a refusal issues none, and the client takes it. */
export default brokenClient({
  fault: 6,
  breaks: 'homologation/hash-carried',
  code: 'homologation/hash-carried:unknown',
  broken: { profile: strict, service: { hashOnRefusal: true } },
  harmless: {
    profile: strict,
    service: { hashOnRefusal: true },
    habits: {
      learn: (response, hash, { memory }) => {
        if (response.status < 400) memory.hash = hash
      },
    },
  },
})
