import { fault } from './fault.js'

/** `homologa check --fault renewal-dead-token` */
export const renewalDeadToken = fault({
  name: 'renewal-dead-token',
  breaks: 'auth/renewal',
  description: {
    en: 'a renewal answers a new token that is dead already',
    'pt-BR': 'a renovação responde um token novo que já está morto',
  },
  where: 'renewal',
  change: (answer, { killTokens }) => {
    killTokens()
    return answer
  },
})
