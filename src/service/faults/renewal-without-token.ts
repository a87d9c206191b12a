import { fault } from './fault.js'
import { withChanged } from './spoilt.js'

/** `homologa check --fault renewal-without-token` */
export const renewalWithoutToken = fault({
  name: 'renewal-without-token',
  breaks: 'auth/renewal',
  description: {
    en: 'a renewal is answered without an access token',
    'pt-BR': 'a renovação é respondida sem token de acesso',
  },
  where: 'renewal',
  change: (answer) => withChanged(answer, ({ access_token: _, ...rest }) => rest),
})
