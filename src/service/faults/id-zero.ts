import { fault } from './fault.js'
import { withData } from './spoilt.js'

/** `homologa check --fault id-zero` */
export const idZero = fault({
  name: 'id-zero',
  breaks: 'homologation/product-id',
  description: {
    en: 'step 2 answers 0 as the identifier',
    'pt-BR': 'o passo 2 responde 0 como identificador',
  },
  where: 2,
  change: (answer) => withData(answer, (data) => ({ ...data, id: 0 })),
})
