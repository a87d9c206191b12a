import { fault } from './fault.js'
import { withData } from './spoilt.js'

/** `homologa check --fault id-null` */
export const idNull = fault({
  name: 'id-null',
  breaks: 'homologation/product-id',
  description: {
    en: 'step 2 answers null as the identifier',
    'pt-BR': 'o passo 2 responde nulo como identificador',
  },
  where: 2,
  change: (answer) => withData(answer, (data) => ({ ...data, id: null })),
})
