import { fault } from '../fault.js'
import { loginPage, withBody } from '../spoilt.js'
import { onRoutes } from './on-route.js'

/** `homologa contract --write --fault errors-as-html` */
export const errorsAsHtml = fault({
  name: 'errors-as-html',
  breaks: 'errors/shape',
  description: {
    en: '404 comes as a page',
    'pt-BR': '404 vem como página',
  },
  where: onRoutes(() => true, [404]),
  change: (answer) => ({ ...withBody(answer, loginPage, 'text/html'), status: 404 }),
})
