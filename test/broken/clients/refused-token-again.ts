import { brokenClient } from '../broken-client.js'

/** The refused request is repeated with the refused token. */
export default brokenClient({
  fault: 19,
  breaks: 'homologation/token-renewed',
  code: 'homologation/token-renewed:same-token',
  broken: { habits: { refused: (_step, { memory }) => (memory.renewals++ === 0 ? 'repeat' : 'stop') } },
  harmless: {},
})
