import { tokenError } from '../error-body.js'
import { fault } from './fault.js'

/** `homologa check --fault renewal-500` */
export const renewal500 = fault({
  name: 'renewal-500',
  breaks: 'auth/renewal',
  description: {
    en: 'a renewal is answered 500',
    'pt-BR': 'a renovação é respondida com 500',
  },
  where: 'renewal',
  change: () => tokenError(500, 'server_error', 'Erro interno.'),
})
