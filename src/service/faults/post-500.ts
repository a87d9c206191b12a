import { fault } from './fault.js'
import { withStatus } from './spoilt.js'

/** `homologa check --fault post-500` */
export const post500 = fault({
  name: 'post-500',
  breaks: 'homologation/answer-status',
  description: {
    en: 'step 2 answers 500',
    'pt-BR': 'o passo 2 responde 500',
  },
  where: 2,
  change: (answer) => withStatus(answer, 500),
})
