import { fault } from './fault.js'
import { loginPage, withBody } from './spoilt.js'

/** `homologa check --fault renewal-html` */
export const renewalHtml = fault({
  name: 'renewal-html',
  breaks: 'auth/renewal',
  description: {
    en: 'a renewal is answered with a page',
    'pt-BR': 'a renovação é respondida com uma página',
  },
  where: 'renewal',
  change: (answer) => withBody(answer, loginPage, 'text/html; charset=utf-8'),
})
