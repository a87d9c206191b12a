import { fault } from '../fault.js'
import { withStatus } from '../spoilt.js'
import { onRoutes } from './on-route.js'

/** `homologa contract --write --fault create-answers-200` */
export const createAnswers200 = fault({
  name: 'create-answers-200',
  breaks: 'envelope/status',
  description: {
    en: 'creates answer 200 instead of 201',
    'pt-BR': 'criações respondem 200 em vez de 201',
  },
  where: onRoutes((route) => route.tabulated && route.success.data === 'created', [201]),
  change: (answer) => withStatus(answer, 200),
})
