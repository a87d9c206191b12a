import { tokenError } from '../error-body.js'
import { fault } from './fault.js'

/** `homologa check --fault renewal-refused` */
export const renewalRefused = fault({
  name: 'renewal-refused',
  breaks: 'auth/renewal',
  description: {
    en: 'a renewal is refused: the refresh token is invalid',
    'pt-BR': 'a renovação é recusada: o refresh token é inválido',
  },
  where: 'renewal',
  change: () => tokenError(400, 'invalid_grant', 'Refresh token inválido.'),
})
