import { fault } from '../fault.js'
import { withJson } from '../spoilt.js'
import { isList, onRoutes } from './on-route.js'

/** `homologa contract --write --fault token-not-needed` */
export const tokenNotNeeded = fault({
  name: 'token-not-needed',
  breaks: 'auth/refused',
  severity: 'info',
  description: {
    en: 'requests without a token are answered',
    'pt-BR': 'requisições sem token são respondidas',
  },
  where: onRoutes(isList, [401]),
  change: (answer) => ({ ...withJson(answer, { data: [] }), status: 200 }),
})
