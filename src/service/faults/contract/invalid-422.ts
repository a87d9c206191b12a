import { fault } from '../fault.js'
import { withStatus } from '../spoilt.js'
import { onRoutes } from './on-route.js'

/** `homologa contract --write --fault invalid-422` */
export const invalid422 = fault({
  name: 'invalid-422',
  breaks: 'errors/invalid-request',
  description: {
    en: 'invalid creates answer 422',
    'pt-BR': 'criações inválidas respondem 422',
  },
  where: onRoutes((route) => route.tabulated && route.method === 'POST', [400]),
  change: (answer) => withStatus(answer, 422),
})
