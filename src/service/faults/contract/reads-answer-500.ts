import { fault } from '../fault.js'
import { withStatus } from '../spoilt.js'
import { onRoutes } from './on-route.js'

/** `homologa contract --write --fault reads-answer-500` */
export const readsAnswer500 = fault({
  name: 'reads-answer-500',
  breaks: 'envelope/status',
  description: {
    en: 'single reads of contacts answer 500',
    'pt-BR': 'leituras individuais de contatos respondem 500',
  },
  where: onRoutes((route) => route.id === 'contatos/read'),
  change: (answer) => withStatus(answer, 500),
})
