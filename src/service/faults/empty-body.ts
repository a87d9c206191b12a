import { fault } from './fault.js'
import { withBody } from './spoilt.js'

/** `homologa check --fault empty-body` */
export const emptyBody = fault({
  name: 'empty-body',
  breaks: 'homologation/product-data',
  description: {
    en: 'step 1 answers 200 without a body',
    'pt-BR': 'o passo 1 responde 200 sem corpo',
  },
  where: 1,
  change: (answer) => withBody(answer, null),
})
