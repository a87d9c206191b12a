import { brokenClient } from '../broken-client.js'
import { withBody } from '../client.js'

/** The price went through a single-precision number. */
export default brokenClient({
  fault: 9,
  breaks: 'homologation/post-data',
  code: 'homologation/post-data:changed',
  broken: { habits: { alter: withBody(2, (body) => ({ ...body, preco: Math.fround(Number(body.preco)) })) } },
  harmless: { habits: { alter: withBody(2, (body) => ({ ...body, preco: Number(body.preco) })) } },
})
