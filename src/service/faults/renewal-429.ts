import { tokenError } from '../error-body.js'
import { fault } from './fault.js'

/** `homologa check --fault renewal-429` */
export const renewal429 = fault({
  name: 'renewal-429',
  breaks: 'auth/renewal',
  description: {
    en: 'a renewal is answered 429',
    'pt-BR': 'a renovação é respondida com 429',
  },
  where: 'renewal',
  change: () => tokenError(429, 'too_many_requests', 'Muitas chamadas.'),
})
