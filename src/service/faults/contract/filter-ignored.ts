import { fault } from '../fault.js'
import { onRoutes, queryOf } from './on-route.js'
import { withRecords } from './records-of.js'

/** `homologa contract --write --fault filter-ignored` */
export const filterIgnored = fault({
  name: 'filter-ignored',
  breaks: 'lists/filter',
  description: {
    en: 'the filter by situation lets others pass',
    'pt-BR': 'o filtro por situação deixa outras passarem',
  },
  where: onRoutes((route, moment) => route.id === 'anuncios/list' && queryOf(moment).has('situacao')),
  change: (answer) =>
    withRecords(answer, (records) => records.map((it) => ({ ...it, situacao: it.situacao === 3 ? 4 : 3 }))),
})
