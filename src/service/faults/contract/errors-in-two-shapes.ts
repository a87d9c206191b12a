import { fault } from '../fault.js'
import { withJson } from '../spoilt.js'
import { onRoutes } from './on-route.js'

/** `homologa contract --write --fault errors-in-two-shapes` */
export const errorsInTwoShapes = fault({
  name: 'errors-in-two-shapes',
  breaks: 'errors/shape',
  description: {
    en: '400 has another shape than 404',
    'pt-BR': '400 tem outro formato que 404',
  },
  where: onRoutes(() => true, [400]),
  change: (answer) => withJson(answer, { erros: ['Requisição inválida'] }),
})
