import { brokenClient } from '../broken-client.js'
import { withBody } from '../client.js'

/** The price became text. */
export default brokenClient({
  fault: 9,
  breaks: 'homologation/post-data',
  code: 'homologation/post-data:type-changed',
  broken: { habits: { alter: withBody(2, (body) => ({ ...body, preco: String(body.preco) })) } },
  harmless: {
    habits: {
      alter: (out, step) =>
        step === 2 ? { ...out, body: (out.body ?? '').replace(/"preco":([\d.]+)/, '"preco":$10e0') } : out,
    },
  },
})
