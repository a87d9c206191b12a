import { fault } from '../fault.js'
import { withJson } from '../spoilt.js'
import { onRoutes } from './on-route.js'

/** `homologa contract --write --fault invalid-accepted` */
export const invalidAccepted = fault({
  name: 'invalid-accepted',
  breaks: 'errors/invalid-request',
  description: {
    en: 'invalid listings are accepted',
    'pt-BR': 'anúncios inválidos são aceitos',
  },
  where: onRoutes((route) => route.id === 'anuncios/create', [400]),
  change: (answer) => ({ ...withJson(answer, { data: { id: 15_000_000_001 } }), status: 201 }),
})
