import { brokenClient } from '../broken-client.js'
import { withHeader } from '../client.js'

/** A body goes out undeclared. */
export default brokenClient({
  fault: 39,
  breaks: 'request/content-type',
  code: 'request/content-type:missing',
  broken: { habits: { alter: (out) => withHeader(out, 'content-type', null) } },
  harmless: {
    habits: {
      alter: (out) =>
        out.body === null ? out : withHeader(out, 'Content-type', 'application/json;charset=UTF-8'),
    },
  },
})
