import { fault } from './fault.js'
import { withChanged } from './spoilt.js'

/** `homologa check --fault renewal-null-token` */
export const renewalNullToken = fault({
  name: 'renewal-null-token',
  breaks: 'auth/renewal',
  description: {
    en: 'a renewal is answered with null as the access token',
    'pt-BR': 'a renovação é respondida com token de acesso nulo',
  },
  where: 'renewal',
  change: (answer) => withChanged(answer, (value) => ({ ...value, access_token: null })),
})
