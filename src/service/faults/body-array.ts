import { fault } from './fault.js'
import { withChanged } from './spoilt.js'

/** `homologa check --fault body-array` */
export const bodyArray = fault({
  name: 'body-array',
  breaks: 'homologation/product-data',
  description: {
    en: 'step 1 answers an array in place of an object',
    'pt-BR': 'o passo 1 responde uma lista em vez de um objeto',
  },
  where: 1,
  change: (answer) => withChanged(answer, (value) => [value]),
})
