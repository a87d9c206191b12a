import { fault } from './fault.js'
import { loginPage, withBody } from './spoilt.js'

/** `homologa check --fault html-answer` */
export const htmlAnswer = fault({
  name: 'html-answer',
  breaks: 'envelope/json',
  description: {
    en: 'step 1 answers 200 with a login page',
    'pt-BR': 'o passo 1 responde 200 com uma página de login',
  },
  where: 1,
  change: (answer) => withBody(answer, loginPage, 'text/html; charset=utf-8'),
})
