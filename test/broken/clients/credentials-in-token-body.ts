import { brokenClient } from '../broken-client.js'
import { type Outgoing, type Tools, withHeader } from '../client.js'

const inBody = (out: Outgoing, { memory }: Tools): Outgoing => ({
  ...withHeader(out, 'authorization', null),
  body: `${out.body}&client_id=${memory.clientId}&client_secret=${memory.clientSecret}`,
})

/** The client credentials stand in the token body. */
export default brokenClient({
  fault: 29,
  breaks: 'auth/token-request',
  code: 'auth/token-request:in-body',
  broken: { profile: 'bling', habits: { alterRenewal: inBody } },
  harmless: { profile: 'spec', habits: { alterRenewal: inBody } },
})
