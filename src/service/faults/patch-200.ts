import { fault } from './fault.js'
import { withStatus } from './spoilt.js'

/** `homologa check --fault patch-200` */
export const patch200 = fault({
  name: 'patch-200',
  breaks: 'homologation/answer-status',
  severity: 'warning',
  description: {
    en: 'step 4 answers 200',
    'pt-BR': 'o passo 4 responde 200',
  },
  where: 4,
  change: (answer) => withStatus(answer, 200),
})
