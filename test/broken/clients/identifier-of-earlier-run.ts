import { brokenClient } from '../broken-client.js'

/** The identifier of an earlier run. */
export default brokenClient({
  fault: 36,
  breaks: 'homologation/same-product',
  code: 'homologation/same-product:other',
  broken: {
    habits: {
      before: (step, { memory }) => {
        if (step === 3) memory.id = '16000000001'
      },
    },
  },
  harmless: {},
})
