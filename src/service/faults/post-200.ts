import { fault } from './fault.js'
import { withStatus } from './spoilt.js'

/** `homologa check --fault post-200` */
export const post200 = fault({
  name: 'post-200',
  breaks: 'homologation/answer-status',
  severity: 'warning',
  description: {
    en: 'step 2 answers 200',
    'pt-BR': 'o passo 2 responde 200',
  },
  where: 2,
  change: (answer) => withStatus(answer, 200),
})
