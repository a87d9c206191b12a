import { redirect } from '../answer.js'
import { fault } from './fault.js'

/** `homologa check --fault redirect-elsewhere`. The name can never be resolved, so a client that follows takes its token nowhere. */
export const redirectElsewhere = fault({
  name: 'redirect-elsewhere',
  breaks: 'homologation/answer-status',
  description: {
    en: 'step 1 redirects to another host',
    'pt-BR': 'o passo 1 redireciona para outro servidor',
  },
  where: 1,
  change: () => redirect('https://elsewhere.invalid/Api/v3/homologacao/produtos'),
})
