import { brokenClient } from '../broken-client.js'

/** Step 4 goes to the product itself. */
export default brokenClient({
  fault: 14,
  breaks: 'homologation/situation',
  code: 'homologation/situation:path',
  broken: {
    habits: {
      alter: (out, step) => (step === 4 ? { ...out, path: out.path.replace('/situacoes', '') } : out),
    },
  },
  harmless: { habits: { alter: (out, step) => (step === 4 ? { ...out, path: `${out.path}?` } : out) } },
})
