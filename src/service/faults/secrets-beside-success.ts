import { canaries, echoOf } from './canaries.js'
import { fault } from './fault.js'
import { withHeader } from './spoilt.js'

/** `homologa check --fault secrets-beside-success` */
export const secretsBesideSuccess = fault({
  name: 'secrets-beside-success',
  breaks: 'homologation/answer-status',
  severity: 'none',
  description: {
    en: 'every step succeeds and echoes secrets and personal data in headers',
    'pt-BR': 'todo passo tem sucesso e ecoa segredos e dados pessoais em cabeçalhos',
  },
  where: 'every-step',
  change: (answer, { request }) =>
    withHeader(
      answer,
      ['X-Debug', echoOf(request).join(', ')],
      ['Set-Cookie', `conta=${canaries.email}; Path=/`],
    ),
})
