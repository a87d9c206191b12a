import { fault } from './fault.js'
import { loginPage, withBody } from './spoilt.js'

/** `homologa check --fault html-as-json` */
export const htmlAsJson = fault({
  name: 'html-as-json',
  breaks: 'envelope/json',
  description: {
    en: 'step 1 answers a page that is declared as JSON',
    'pt-BR': 'o passo 1 responde uma página declarada como JSON',
  },
  where: 1,
  change: (answer) => withBody(answer, loginPage),
})
