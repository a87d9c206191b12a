import { fault } from '../fault.js'
import { onRoutes } from './on-route.js'
import { withRecords } from './records-of.js'

/** `homologa contract --write --fault read-poorer-than-list` */
export const readPoorerThanList = fault({
  name: 'read-poorer-than-list',
  breaks: 'lists/summary',
  severity: 'warning',
  description: {
    en: 'the list shows fields that single reads do not show',
    'pt-BR': 'a lista mostra campos que as leituras individuais não mostram',
  },
  where: onRoutes((route) => route.id === 'categorias-lojas/list'),
  change: (answer) =>
    withRecords(answer, (records) => records.map((it) => ({ ...it, a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 }))),
})
