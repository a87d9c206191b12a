import { fault } from '../fault.js'
import { isList, onRoutes } from './on-route.js'
import { withRecords } from './records-of.js'

/** `homologa contract --write --fault list-of-numbers` */
export const listOfNumbers = fault({
  name: 'list-of-numbers',
  breaks: 'lists/array',
  description: {
    en: 'lists answer identifiers alone',
    'pt-BR': 'listas respondem só identificadores',
  },
  where: onRoutes(isList),
  change: (answer) => withRecords(answer, (records) => records.map(({ id }) => id)),
})
