import { redirect } from '../answer.js'
import { fault } from './fault.js'

/** `homologa check --fault redirect-same-origin` */
export const redirectSameOrigin = fault({
  name: 'redirect-same-origin',
  breaks: 'homologation/answer-status',
  description: {
    en: 'step 1 redirects to another path of the same origin',
    'pt-BR': 'o passo 1 redireciona para outro caminho da mesma origem',
  },
  where: 1,
  change: (_, { request }) => redirect(`${request.path}?tentativa=2`, 307),
})
