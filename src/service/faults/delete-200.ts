import { fault } from './fault.js'
import { withStatus } from './spoilt.js'

/** `homologa check --fault delete-200` */
export const delete200 = fault({
  name: 'delete-200',
  breaks: 'homologation/answer-status',
  severity: 'warning',
  description: {
    en: 'step 5 answers 200',
    'pt-BR': 'o passo 5 responde 200',
  },
  where: 5,
  change: (answer) => withStatus(answer, 200),
})
