import { fault } from './fault.js'
import { withStatus } from './spoilt.js'

/** `homologa check --fault get-503` */
export const get503 = fault({
  name: 'get-503',
  breaks: 'homologation/answer-status',
  description: {
    en: 'step 1 answers 503',
    'pt-BR': 'o passo 1 responde 503',
  },
  where: 1,
  change: (answer) => withStatus(answer, 503),
})
