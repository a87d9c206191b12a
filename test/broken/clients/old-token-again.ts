import { brokenClient } from '../broken-client.js'
import { withHeader } from '../client.js'

/** After the new token was used, the old one comes back. */
export default brokenClient({
  fault: 26,
  breaks: 'homologation/token-renewed',
  code: 'homologation/token-renewed:old-token-again',
  broken: {
    habits: {
      alter: (out, step, { memory }, repeat) =>
        step === 4 && repeat === 0
          ? withHeader(out, 'Authorization', `Bearer ${memory.formerTokens[0]}`)
          : out,
    },
  },
  harmless: {
    habits: {
      alter: (out, _step, { memory }) => withHeader(out, 'authorization', `bearer ${memory.accessToken}`),
    },
  },
})
