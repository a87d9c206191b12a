import { brokenClient } from '../broken-client.js'

/** The hash that came with the 401 is overlooked. */
export default brokenClient({
  fault: 6,
  breaks: 'homologation/hash-carried',
  code: 'homologation/hash-carried:older',
  broken: {
    profile: 'bling',
    service: { hashOnRefusal: true },
    habits: {
      learn: (response, hash, { memory }) => {
        if (response.status < 400) memory.hash = hash
      },
    },
  },
  harmless: {
    profile: 'bling',
    service: { hashOnRefusal: false },
    habits: {
      learn: (response, hash, { memory }) => {
        if (response.status < 400) memory.hash = hash
      },
    },
  },
})
