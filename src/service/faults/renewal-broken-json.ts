import { fault } from './fault.js'
import { withBody } from './spoilt.js'

/** `homologa check --fault renewal-broken-json` */
export const renewalBrokenJson = fault({
  name: 'renewal-broken-json',
  breaks: 'auth/renewal',
  description: {
    en: 'a renewal is answered with JSON that breaks off',
    'pt-BR': 'a renovação é respondida com um JSON cortado',
  },
  where: 'renewal',
  change: (answer) => withBody(answer, String(answer.body).slice(0, -5)),
})
