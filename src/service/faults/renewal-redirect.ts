import { redirect } from '../answer.js'
import { fault } from './fault.js'

/** `homologa check --fault renewal-redirect`. 307 asks for the same body again: the refresh token would go along. */
export const renewalRedirect = fault({
  name: 'renewal-redirect',
  breaks: 'auth/renewal',
  description: {
    en: 'a renewal is redirected to another host',
    'pt-BR': 'a renovação é redirecionada para outro servidor',
  },
  where: 'renewal',
  change: () => redirect('https://elsewhere.invalid/oauth/token', 307),
})
