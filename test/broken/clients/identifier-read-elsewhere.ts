import { brokenClient } from '../broken-client.js'

/** The identifier is read where there is none. */
export default brokenClient({
  fault: 36,
  breaks: 'homologation/same-product',
  code: 'homologation/same-product:other',
  broken: {
    habits: {
      before: (step, { memory }) => {
        if (step === 3) memory.id = 'undefined'
      },
    },
  },
  harmless: {},
})
