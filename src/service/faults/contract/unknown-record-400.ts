import { fault } from '../fault.js'
import { withStatus } from '../spoilt.js'
import { onRoutes } from './on-route.js'

/** `homologa contract --write --fault unknown-record-400` */
export const unknownRecord400 = fault({
  name: 'unknown-record-400',
  breaks: 'errors/unknown-record',
  description: {
    en: 'deletes of unknown records answer 400',
    'pt-BR': 'exclusões de registros desconhecidos respondem 400',
  },
  where: onRoutes((route) => route.method === 'DELETE', [404]),
  change: (answer) => withStatus(answer, 400),
})
