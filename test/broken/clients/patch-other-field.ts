import { brokenClient } from '../broken-client.js'
import { withBody } from '../client.js'

/** The situation stands under another name. */
export default brokenClient({
  fault: 14,
  breaks: 'homologation/situation',
  code: 'homologation/situation:no-field',
  broken: { habits: { alter: withBody(4, () => ({ situation: 'I' })) } },
  harmless: { habits: { alter: withBody(4, () => ({ situacao: 'I' })) } },
})
