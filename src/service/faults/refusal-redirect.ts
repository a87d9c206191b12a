import { redirect } from '../answer.js'
import { fault } from './fault.js'

/** `homologa check --fault refusal-redirect` */
export const refusalRedirect = fault({
  name: 'refusal-redirect',
  breaks: 'homologation/answer-status',
  description: {
    en: 'a dead token is sent to a login page',
    'pt-BR': 'um token morto é mandado para uma página de login',
  },
  where: 'refusal',
  change: () => redirect('https://elsewhere.invalid/login'),
})
