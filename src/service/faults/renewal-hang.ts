import { fault } from './fault.js'
import { delivered } from './spoilt.js'

/** `homologa check --fault renewal-hang` */
export const renewalHang = fault({
  name: 'renewal-hang',
  breaks: 'auth/renewal',
  description: {
    en: 'a renewal is never answered',
    'pt-BR': 'a renovação nunca recebe resposta',
  },
  where: 'renewal',
  change: (answer) => delivered(answer, { kind: 'hang' }),
})
