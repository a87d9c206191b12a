import { fault } from './fault.js'
import { withStatus } from './spoilt.js'

/** `homologa check --fault put-404` */
export const put404 = fault({
  name: 'put-404',
  breaks: 'homologation/answer-status',
  description: {
    en: 'step 3 answers 404',
    'pt-BR': 'o passo 3 responde 404',
  },
  where: 3,
  change: (answer) => withStatus(answer, 404),
})
