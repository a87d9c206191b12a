import { fault } from './fault.js'
import { withData } from './spoilt.js'

/** `homologa check --fault id-boolean` */
export const idBoolean = fault({
  name: 'id-boolean',
  breaks: 'homologation/product-id',
  description: {
    en: 'step 2 answers true as the identifier',
    'pt-BR': 'o passo 2 responde true como identificador',
  },
  where: 2,
  change: (answer) => withData(answer, (data) => ({ ...data, id: true })),
})
