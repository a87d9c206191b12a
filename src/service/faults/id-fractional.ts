import { fault } from './fault.js'
import { withData } from './spoilt.js'

/** `homologa check --fault id-fractional` */
export const idFractional = fault({
  name: 'id-fractional',
  breaks: 'homologation/product-id',
  description: {
    en: 'step 2 answers a fraction as the identifier',
    'pt-BR': 'o passo 2 responde número fracionário como identificador',
  },
  where: 2,
  change: (answer) => withData(answer, (data) => ({ ...data, id: Number(data.id) + 0.5 })),
})
