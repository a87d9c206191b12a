import { fault } from './fault.js'
import { withJson } from './spoilt.js'

/** `homologa check --fault put-204-body` */
export const put204Body = fault({
  name: 'put-204-body',
  breaks: 'envelope/no-content',
  description: {
    en: 'step 3 answers 204 and sends a body',
    'pt-BR': 'o passo 3 responde 204 e envia um corpo',
  },
  where: 3,
  change: (answer) => withJson(answer, { data: { mensagem: 'ok' } }),
})
