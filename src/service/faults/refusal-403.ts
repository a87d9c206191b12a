import { fault } from './fault.js'
import { withoutHeader, withStatus } from './spoilt.js'

/** `homologa check --fault refusal-403` */
export const refusal403 = fault({
  name: 'refusal-403',
  breaks: 'homologation/answer-status',
  description: {
    en: 'a dead token is answered 403',
    'pt-BR': 'um token morto é respondido com 403',
  },
  where: 'refusal',
  change: (answer) => withStatus(withoutHeader(answer, 'WWW-Authenticate'), 403),
})
