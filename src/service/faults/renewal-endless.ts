import { fault } from './fault.js'
import { delivered } from './spoilt.js'

/** `homologa check --fault renewal-endless` */
export const renewalEndless = fault({
  name: 'renewal-endless',
  breaks: 'auth/renewal',
  description: {
    en: 'the answer to a renewal never ends',
    'pt-BR': 'a resposta à renovação nunca termina',
  },
  where: 'renewal',
  change: (answer) => delivered(answer, { kind: 'endless', chunk: ' '.repeat(65_536) }),
})
