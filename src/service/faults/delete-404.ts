import { fault } from './fault.js'
import { withStatus } from './spoilt.js'

/** `homologa check --fault delete-404` */
export const delete404 = fault({
  name: 'delete-404',
  breaks: 'homologation/answer-status',
  description: {
    en: 'step 5 answers 404',
    'pt-BR': 'o passo 5 responde 404',
  },
  where: 5,
  change: (answer) => withStatus(answer, 404),
})
