import { brokenClient } from '../broken-client.js'

/** The method of the removal was left at the library's own: the product is read in place of it. */
export default brokenClient({
  fault: 37,
  breaks: 'homologation/delete',
  code: 'homologation/delete:method',
  broken: { habits: { alter: (out, step) => (step === 5 ? { ...out, method: 'GET' } : out) } },
  harmless: {},
})
