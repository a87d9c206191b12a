import { fault } from '../fault.js'
import { withBody } from '../spoilt.js'
import { isRead, onRoutes } from './on-route.js'

/** `homologa contract --write --fault reads-as-html` */
export const readsAsHtml = fault({
  name: 'reads-as-html',
  breaks: 'envelope/json',
  description: {
    en: 'single reads are JSON declared as HTML',
    'pt-BR': 'leituras individuais são JSON declarado como HTML',
  },
  where: onRoutes(isRead),
  change: (answer) => withBody(answer, answer.body, 'text/html'),
})
