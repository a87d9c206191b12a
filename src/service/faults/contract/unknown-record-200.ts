import { fault } from '../fault.js'
import { withJson } from '../spoilt.js'
import { onRoutes } from './on-route.js'

/** `homologa contract --write --fault unknown-record-200` */
export const unknownRecord200 = fault({
  name: 'unknown-record-200',
  breaks: 'errors/unknown-record',
  description: {
    en: 'reads of unknown warehouses and categories answer 200',
    'pt-BR': 'leituras de depósitos e categorias desconhecidos respondem 200',
  },
  where: onRoutes((route) => route.id === 'depositos/read' || route.id === 'anuncios/read-category', [404]),
  change: (answer) => ({ ...withJson(answer, { data: {} }), status: 200 }),
})
