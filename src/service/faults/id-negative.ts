import { fault } from './fault.js'
import { withData } from './spoilt.js'

/** `homologa check --fault id-negative` */
export const idNegative = fault({
  name: 'id-negative',
  breaks: 'homologation/product-id',
  description: {
    en: 'step 2 answers a negative number as the identifier',
    'pt-BR': 'o passo 2 responde número negativo como identificador',
  },
  where: 2,
  change: (answer) => withData(answer, (data) => ({ ...data, id: -Number(data.id) })),
})
