import { fault } from './fault.js'
import { withBody } from './spoilt.js'

/** `homologa check --fault broken-json` */
export const brokenJson = fault({
  name: 'broken-json',
  breaks: 'envelope/json',
  description: {
    en: 'step 1 answers JSON that breaks off',
    'pt-BR': 'o passo 1 responde um JSON cortado',
  },
  where: 1,
  change: (answer) => withBody(answer, String(answer.body).slice(0, -9)),
})
