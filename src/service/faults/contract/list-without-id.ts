import { fault } from '../fault.js'
import { isList, onRoutes } from './on-route.js'
import { withRecords } from './records-of.js'

/** `homologa contract --write --fault list-without-id` */
export const listWithoutId = fault({
  name: 'list-without-id',
  breaks: 'lists/identifier',
  description: {
    en: 'the records of lists have no identifier',
    'pt-BR': 'os registros das listas não têm identificador',
  },
  where: onRoutes((route) => isList(route) && route.id !== 'anuncios/list'),
  change: (answer) => withRecords(answer, (records) => records.map(({ id: _, ...rest }) => rest)),
})
