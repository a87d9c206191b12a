import { fault } from './fault.js'
import { withChanged } from './spoilt.js'

/** `homologa check --fault renewal-empty-token` */
export const renewalEmptyToken = fault({
  name: 'renewal-empty-token',
  breaks: 'auth/renewal',
  description: {
    en: 'a renewal is answered with an empty access token',
    'pt-BR': 'a renovação é respondida com um token de acesso vazio',
  },
  where: 'renewal',
  change: (answer) => withChanged(answer, (value) => ({ ...value, access_token: '' })),
})
