import { fault } from './fault.js'
import { withBody } from './spoilt.js'

/** `homologa check --fault json-as-html` */
export const jsonAsHtml = fault({
  name: 'json-as-html',
  breaks: 'envelope/json',
  description: {
    en: 'step 1 answers JSON that is declared as text/html',
    'pt-BR': 'o passo 1 responde JSON declarado como text/html',
  },
  where: 1,
  change: (answer) => withBody(answer, answer.body, 'text/html'),
})
