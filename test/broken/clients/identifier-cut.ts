import { brokenClient } from '../broken-client.js'

/** The identifier lost its upper half in 32 bits. */
export default brokenClient({
  fault: 36,
  breaks: 'homologation/same-product',
  code: 'homologation/same-product:other',
  broken: {
    habits: {
      before: (step, { memory }) => {
        if (step === 3) memory.id = String(Number(memory.id) | 0)
      },
    },
  },
  harmless: {},
})
