import { brokenClient } from '../broken-client.js'
import { withBody } from '../client.js'

/** Another situation than the given one is set. */
export default brokenClient({
  fault: 14,
  breaks: 'homologation/situation',
  code: 'homologation/situation:value',
  broken: { profile: 'bling', habits: { alter: withBody(4, () => ({ situacao: 'A' })) } },
  harmless: { habits: { alter: withBody(4, () => ({ situacao: 'A' })) } },
})
