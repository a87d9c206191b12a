import { fault } from './fault.js'
import { withStatus } from './spoilt.js'

/** `homologa check --fault get-404` */
export const get404 = fault({
  name: 'get-404',
  breaks: 'homologation/answer-status',
  description: {
    en: 'step 1 answers 404',
    'pt-BR': 'o passo 1 responde 404',
  },
  where: 1,
  change: (answer) => withStatus(answer, 404),
})
