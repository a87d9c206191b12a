import { brokenClient } from '../broken-client.js'

/** Steps 3 to 5 address no product. */
export default brokenClient({
  fault: 36,
  breaks: 'homologation/same-product',
  code: 'homologation/same-product:none',
  broken: {
    habits: {
      alter: (out, step, { memory }) =>
        step === 5 ? { ...out, path: out.path.replace(`/${memory.id}`, '') } : out,
    },
  },
  harmless: {
    habits: {
      alter: (out, step, { memory }) =>
        step === 5 ? { ...out, path: out.path.replace(memory.id, `%31${memory.id.slice(1)}`) } : out,
    },
  },
})
