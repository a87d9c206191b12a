import { fault } from './fault.js'
import { withBody } from './spoilt.js'

/** `homologa check --fault undeclared-json` */
export const undeclaredJson = fault({
  name: 'undeclared-json',
  breaks: 'envelope/json',
  description: {
    en: 'step 1 answers JSON without a declaration',
    'pt-BR': 'o passo 1 responde JSON sem declará-lo',
  },
  where: 1,
  change: (answer) => withBody(answer, answer.body, null),
})
