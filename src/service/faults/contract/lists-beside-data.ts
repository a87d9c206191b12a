import { fault } from '../fault.js'
import { withChanged } from '../spoilt.js'
import { isList, onRoutes } from './on-route.js'

/** `homologa contract --write --fault lists-beside-data` */
export const listsBesideData = fault({
  name: 'lists-beside-data',
  breaks: 'envelope/data',
  description: {
    en: 'lists answer a total beside `data`',
    'pt-BR': 'listas respondem um total ao lado de `data`',
  },
  where: onRoutes(isList),
  change: (answer) => withChanged(answer, (value) => ({ ...value, total: 1 })),
})
