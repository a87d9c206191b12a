import { brokenClient } from '../broken-client.js'
import { withBody } from '../client.js'

/** A field that the model does not know is dropped. */
export default brokenClient({
  fault: 8,
  breaks: 'homologation/post-data',
  code: 'homologation/post-data:missing',
  broken: { habits: { alter: withBody(2, ({ codigo: _dropped, ...body }) => body) } },
  harmless: { habits: { alter: withBody(2, ({ codigo, ...body }) => ({ codigo, ...body })) } },
})
