import { brokenClient } from '../broken-client.js'
import { withBody } from '../client.js'

/** The description becomes another text than the given one. */
export default brokenClient({
  fault: 12,
  breaks: 'homologation/put-change',
  code: 'homologation/put-change:text',
  broken: { profile: 'bling', habits: { alter: withBody(3, (body) => ({ ...body, nome: 'copo ' })) } },
  harmless: { profile: 'bling', habits: { alter: withBody(3, (body) => ({ ...body, nome: 'Copo' })) } },
})
