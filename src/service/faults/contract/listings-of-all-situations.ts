import { fault } from '../fault.js'
import { onRoutes, queryOf } from './on-route.js'
import { withRecords } from './records-of.js'

/** `homologa contract --write --fault listings-of-all-situations` */
export const listingsOfAllSituations = fault({
  name: 'listings-of-all-situations',
  breaks: 'situations/listing-default',
  severity: 'warning',
  description: {
    en: 'without `situacao` paused listings come, too',
    'pt-BR': 'sem `situacao` vêm também anúncios pausados',
  },
  where: onRoutes((route, moment) => route.id === 'anuncios/list' && !queryOf(moment).has('situacao')),
  change: (answer) =>
    withRecords(answer, (records) => records.map((it, i) => (i > 0 ? it : { ...it, situacao: 4 }))),
})
