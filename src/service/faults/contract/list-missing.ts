import { fault } from '../fault.js'
import { withStatus } from '../spoilt.js'
import { onRoutes } from './on-route.js'

/** `homologa contract --write --fault list-missing` */
export const listMissing = fault({
  name: 'list-missing',
  breaks: 'envelope/status',
  description: {
    en: 'the list of product categories answers 404',
    'pt-BR': 'a lista de categorias de produtos responde 404',
  },
  where: onRoutes((route) => route.id === 'categorias-produtos/list'),
  change: (answer) => withStatus(answer, 404),
})
