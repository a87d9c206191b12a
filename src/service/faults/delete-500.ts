import { fault } from './fault.js'
import { withStatus } from './spoilt.js'

/** `homologa check --fault delete-500` */
export const delete500 = fault({
  name: 'delete-500',
  breaks: 'homologation/answer-status',
  description: {
    en: 'step 5 answers 500',
    'pt-BR': 'o passo 5 responde 500',
  },
  where: 5,
  change: (answer) => withStatus(answer, 500),
})
