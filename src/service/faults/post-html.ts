import { fault } from './fault.js'
import { loginPage, withBody } from './spoilt.js'

/** `homologa check --fault post-html` */
export const postHtml = fault({
  name: 'post-html',
  breaks: 'envelope/json',
  description: {
    en: 'step 2 answers 201 with a page',
    'pt-BR': 'o passo 2 responde 201 com uma página',
  },
  where: 2,
  change: (answer) => withBody(answer, loginPage, 'text/html; charset=utf-8'),
})
