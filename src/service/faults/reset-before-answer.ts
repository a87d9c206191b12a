import { fault } from './fault.js'
import { delivered } from './spoilt.js'

/** `homologa check --fault reset-before-answer` */
export const resetBeforeAnswer = fault({
  name: 'reset-before-answer',
  breaks: 'service/answers',
  description: {
    en: 'the connection is reset at step 3, before the answer',
    'pt-BR': 'a conexão cai no passo 3, antes da resposta',
  },
  where: 3,
  change: (answer) => delivered(answer, { kind: 'reset', afterBytes: 0 }),
})
