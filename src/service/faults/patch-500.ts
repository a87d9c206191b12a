import { fault } from './fault.js'
import { withStatus } from './spoilt.js'

/** `homologa check --fault patch-500` */
export const patch500 = fault({
  name: 'patch-500',
  breaks: 'homologation/answer-status',
  description: {
    en: 'step 4 answers 500',
    'pt-BR': 'o passo 4 responde 500',
  },
  where: 4,
  change: (answer) => withStatus(answer, 500),
})
