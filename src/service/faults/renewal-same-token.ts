import { fault } from './fault.js'
import { withChanged } from './spoilt.js'

/** `homologa check --fault renewal-same-token` */
export const renewalSameToken = fault({
  name: 'renewal-same-token',
  breaks: 'auth/renewal',
  description: {
    en: 'a renewal answers the token that was refused',
    'pt-BR': 'a renovação responde o mesmo token que foi recusado',
  },
  where: 'renewal',
  change: (answer, { formerToken }) =>
    withChanged(answer, (value) => ({ ...value, access_token: formerToken() })),
})
