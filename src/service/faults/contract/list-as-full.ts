import { fault } from '../fault.js'
import { onRoutes } from './on-route.js'
import { withRecords } from './records-of.js'

/** `homologa contract --write --fault list-as-full` */
export const listAsFull = fault({
  name: 'list-as-full',
  breaks: 'lists/summary',
  severity: 'warning',
  description: {
    en: 'the list shows as much as single reads do',
    'pt-BR': 'a lista mostra tanto quanto as leituras individuais',
  },
  where: onRoutes((route) => route.id === 'depositos/list'),
  change: (answer) =>
    withRecords(answer, (records) => records.map((it) => ({ desconsiderarSaldo: false, ...it }))),
})
