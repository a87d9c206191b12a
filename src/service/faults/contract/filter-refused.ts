import { fault } from '../fault.js'
import { withStatus } from '../spoilt.js'
import { onRoutes, queryOf } from './on-route.js'

/** `homologa contract --write --fault filter-refused` */
export const filterRefused = fault({
  name: 'filter-refused',
  breaks: 'lists/filter',
  description: {
    en: 'the filter by store is refused',
    'pt-BR': 'o filtro por loja é recusado',
  },
  where: onRoutes((route, moment) => route.id === 'categorias-lojas/list' && queryOf(moment).has('idLoja')),
  change: (answer) => withStatus(answer, 400),
})
