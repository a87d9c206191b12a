import { fault } from './fault.js'
import { withStatus } from './spoilt.js'

/** `homologa check --fault put-200` */
export const put200 = fault({
  name: 'put-200',
  breaks: 'homologation/answer-status',
  severity: 'warning',
  description: {
    en: 'step 3 answers 200',
    'pt-BR': 'o passo 3 responde 200',
  },
  where: 3,
  change: (answer) => withStatus(answer, 200),
})
