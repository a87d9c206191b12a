import { fault } from './fault.js'
import { delivered } from './spoilt.js'

/** `homologa check --fault reset-mid-body` */
export const resetMidBody = fault({
  name: 'reset-mid-body',
  breaks: 'service/answers',
  description: {
    en: 'the connection is reset at step 1, amid the body',
    'pt-BR': 'a conexão cai no passo 1, no meio do corpo',
  },
  where: 1,
  change: (answer) => delivered(answer, { kind: 'reset', afterBytes: 12 }),
})
