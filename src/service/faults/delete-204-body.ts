import { fault } from './fault.js'
import { withJson } from './spoilt.js'

/** `homologa check --fault delete-204-body` */
export const delete204Body = fault({
  name: 'delete-204-body',
  breaks: 'envelope/no-content',
  description: {
    en: 'step 5 answers 204 and sends a body',
    'pt-BR': 'o passo 5 responde 204 e envia um corpo',
  },
  where: 5,
  change: (answer) => withJson(answer, { data: { mensagem: 'ok' } }),
})
