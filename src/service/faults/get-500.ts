import { fault } from './fault.js'
import { withStatus } from './spoilt.js'

/** `homologa check --fault get-500` */
export const get500 = fault({
  name: 'get-500',
  breaks: 'homologation/answer-status',
  description: {
    en: 'step 1 answers 500',
    'pt-BR': 'o passo 1 responde 500',
  },
  where: 1,
  change: (answer) => withStatus(answer, 500),
})
