import { fault } from '../fault.js'
import { withJson } from '../spoilt.js'
import { onRoutes } from './on-route.js'

/** `homologa contract --write --fault remove-answers-200` */
export const removeAnswers200 = fault({
  name: 'remove-answers-200',
  breaks: 'envelope/status',
  description: {
    en: 'deletes answer 200 with a body',
    'pt-BR': 'exclusões respondem 200 com um corpo',
  },
  where: onRoutes((route) => route.tabulated && route.method === 'DELETE', [204]),
  change: (answer) => ({ ...withJson(answer, { data: null }), status: 200 }),
})
