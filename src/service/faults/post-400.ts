import { fault } from './fault.js'
import { withStatus } from './spoilt.js'

/** `homologa check --fault post-400` */
export const post400 = fault({
  name: 'post-400',
  breaks: 'homologation/answer-status',
  description: {
    en: 'step 2 answers 400',
    'pt-BR': 'o passo 2 responde 400',
  },
  where: 2,
  change: (answer) => withStatus(answer, 400),
})
