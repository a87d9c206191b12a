import { fault } from './fault.js'
import { withBody } from './spoilt.js'

/** `homologa check --fault post-empty-body` */
export const postEmptyBody = fault({
  name: 'post-empty-body',
  breaks: 'homologation/product-id',
  description: {
    en: 'step 2 answers 201 without a body',
    'pt-BR': 'o passo 2 responde 201 sem corpo',
  },
  where: 2,
  change: (answer) => withBody(answer, null),
})
