import { brokenClient } from '../broken-client.js'

/** The access token stands in the address, where every log keeps it. */
export default brokenClient({
  fault: 40,
  breaks: 'auth/same-origin',
  code: 'auth/same-origin:in-url',
  broken: {
    service: { invalidateAt: 'never' },
    habits: {
      alter: (out, step, { memory }) =>
        step === 2 ? { ...out, path: `${out.path}?access_token=${memory.accessToken}` } : out,
    },
  },
  harmless: {
    habits: { alter: (out, step) => (step === 2 ? { ...out, path: `${out.path}?loja=205` } : out) },
  },
})
