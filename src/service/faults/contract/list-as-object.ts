import { fault } from '../fault.js'
import { withData } from '../spoilt.js'
import { isList, onRoutes } from './on-route.js'

/** `homologa contract --write --fault list-as-object` */
export const listAsObject = fault({
  name: 'list-as-object',
  breaks: 'lists/array',
  description: {
    en: 'lists answer an object',
    'pt-BR': 'listas respondem um objeto',
  },
  where: onRoutes((route) => isList(route) && route.id !== 'anuncios/list'),
  change: (answer) => withData(answer, (data) => ({ itens: data })),
})
