import { brokenClient } from '../broken-client.js'
import { withHeader } from '../client.js'

/** The body of step 2 is forgotten. */
export default brokenClient({
  fault: 8,
  breaks: 'homologation/post-data',
  code: 'homologation/post-data:no-body',
  broken: {
    habits: {
      alter: (out, step) => (step === 2 ? { ...withHeader(out, 'content-type', null), body: null } : out),
    },
  },
  harmless: {},
})
