import { fault } from './fault.js'
import { delivered } from './spoilt.js'

/** `homologa check --fault renewal-reset` */
export const renewalReset = fault({
  name: 'renewal-reset',
  breaks: 'auth/renewal',
  description: {
    en: 'the connection is reset at a renewal',
    'pt-BR': 'a conexão cai durante a renovação',
  },
  where: 'renewal',
  change: (answer) => delivered(answer, { kind: 'reset', afterBytes: 0 }),
})
