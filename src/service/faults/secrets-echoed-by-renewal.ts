import { canaries, echoOf } from './canaries.js'
import { fault } from './fault.js'
import { withJson } from './spoilt.js'

/** `homologa check --fault secrets-echoed-by-renewal` */
export const secretsEchoedByRenewal = fault({
  name: 'secrets-echoed-by-renewal',
  breaks: 'auth/renewal',
  description: {
    en: 'a renewal fails and echoes the credentials that were sent',
    'pt-BR': 'a renovação falha e ecoa as credenciais enviadas',
  },
  where: 'renewal',
  change: (answer, { request }) => {
    const error = { error: 'server_error', error_description: echoOf(request).join(' '), canaries }
    return { ...withJson(answer, error), status: 500 }
  },
})
