import { brokenClient } from '../broken-client.js'
import { withBody } from '../client.js'

/** A field of the own model is added. */
export default brokenClient({
  fault: 8,
  breaks: 'homologation/post-data',
  code: 'homologation/post-data:added',
  broken: { habits: { alter: withBody(2, (body) => ({ ...body, tipo: 'P' })) } },
  harmless: {
    habits: {
      alter: (out, step) =>
        step === 2 ? { ...out, body: JSON.stringify(JSON.parse(out.body ?? ''), null, 2) } : out,
    },
  },
})
