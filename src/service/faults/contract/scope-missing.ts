import { fault } from '../fault.js'
import { withStatus } from '../spoilt.js'
import { onRoutes } from './on-route.js'

/** `homologa contract --write --fault scope-missing` */
export const scopeMissing = fault({
  name: 'scope-missing',
  breaks: 'envelope/status',
  description: {
    en: 'every resource answers 403',
    'pt-BR': 'todos os recursos respondem 403',
  },
  where: onRoutes(() => true),
  change: (answer) => withStatus(answer, 403),
})
