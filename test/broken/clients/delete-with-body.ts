import { brokenClient } from '../broken-client.js'
import { withHeader } from '../client.js'

/** DELETE carries a body. */
export default brokenClient({
  fault: 37,
  breaks: 'homologation/delete',
  code: 'homologation/delete:body',
  broken: {
    habits: {
      alter: (out, step) =>
        step === 5
          ? { ...withHeader(out, 'Content-Type', 'application/json'), body: '{"situacao":"I"}' }
          : out,
    },
  },
  harmless: { habits: { alter: (out, step) => (step === 5 ? withHeader(out, 'Content-Length', '0') : out) } },
})
