import { tokenError } from '../error-body.js'
import { fault } from './fault.js'

/** `homologa check --fault renewal-invalid-client` */
export const renewalInvalidClient = fault({
  name: 'renewal-invalid-client',
  breaks: 'auth/renewal',
  description: {
    en: 'a renewal is refused: the client is unknown',
    'pt-BR': 'a renovação é recusada: o cliente é desconhecido',
  },
  where: 'renewal',
  change: () => tokenError(401, 'invalid_client', 'Cliente desconhecido.'),
})
