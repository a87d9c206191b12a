import { fault } from './fault.js'
import { delivered } from './spoilt.js'

/** `homologa check --fault reset-after-post` */
export const resetAfterPost = fault({
  name: 'reset-after-post',
  breaks: 'service/answers',
  description: {
    en: 'the connection is reset at step 2, before the answer',
    'pt-BR': 'a conexão cai no passo 2, antes da resposta',
  },
  where: 2,
  change: (answer) => delivered(answer, { kind: 'reset', afterBytes: 0 }),
})
