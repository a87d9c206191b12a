import { brokenClient } from '../broken-client.js'
import { withHeader } from '../client.js'

/** A body is declared where none is sent. */
export default brokenClient({
  fault: 39,
  breaks: 'request/content-type',
  code: 'request/content-type:without-body',
  broken: { habits: { alter: (out) => withHeader(out, 'Content-Type', 'application/json') } },
  harmless: { habits: { alter: (out) => withHeader(out, 'Accept', 'application/json') } },
})
