import { fault } from './fault.js'
import { withStatus } from './spoilt.js'

/** `homologa check --fault get-201` */
export const get201 = fault({
  name: 'get-201',
  breaks: 'homologation/answer-status',
  severity: 'warning',
  description: {
    en: 'step 1 answers 201',
    'pt-BR': 'o passo 1 responde 201',
  },
  where: 1,
  change: (answer) => withStatus(answer, 201),
})
