import { fault } from './fault.js'
import { withStatus } from './spoilt.js'

/** `homologa check --fault get-403` */
export const get403 = fault({
  name: 'get-403',
  breaks: 'homologation/answer-status',
  description: {
    en: 'step 1 answers 403',
    'pt-BR': 'o passo 1 responde 403',
  },
  where: 1,
  change: (answer) => withStatus(answer, 403),
})
