import { brokenClient } from '../broken-client.js'
import { withHeader } from '../client.js'

/** The body of step 4 is forgotten. */
export default brokenClient({
  fault: 14,
  breaks: 'homologation/situation',
  code: 'homologation/situation:no-body',
  broken: {
    habits: {
      alter: (out, step) => (step === 4 ? { ...withHeader(out, 'content-type', null), body: null } : out),
    },
  },
  harmless: {
    habits: {
      alter: (out, step) =>
        step === 4 ? withHeader(out, 'content-type', 'application/json; charset=utf-8') : out,
    },
  },
})
