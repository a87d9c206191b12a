import { brokenClient } from '../broken-client.js'
import { withHeader } from '../client.js'

/** A JSON body is declared as a form. */
export default brokenClient({
  fault: 39,
  breaks: 'request/content-type',
  code: 'request/content-type:other',
  broken: {
    habits: {
      alter: (out) =>
        out.body === null ? out : withHeader(out, 'Content-Type', 'application/x-www-form-urlencoded'),
    },
  },
  harmless: {
    habits: {
      alter: (out) => (out.body === null ? out : withHeader(out, 'Content-Type', 'APPLICATION/JSON')),
    },
  },
})
