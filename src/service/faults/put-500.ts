import { fault } from './fault.js'
import { withStatus } from './spoilt.js'

/** `homologa check --fault put-500` */
export const put500 = fault({
  name: 'put-500',
  breaks: 'homologation/answer-status',
  description: {
    en: 'step 3 answers 500',
    'pt-BR': 'o passo 3 responde 500',
  },
  where: 3,
  change: (answer) => withStatus(answer, 500),
})
