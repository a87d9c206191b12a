import { brokenClient } from '../broken-client.js'

/** The identifier of the documentation. */
export default brokenClient({
  fault: 36,
  breaks: 'homologation/same-product',
  code: 'homologation/same-product:other',
  broken: {
    habits: {
      before: (step, { memory }) => {
        if (step === 3) memory.id = '12345678'
      },
    },
  },
  harmless: {},
})
