import { fault } from '../fault.js'
import { isPagedList, onRoutes, queryOf } from './on-route.js'
import { withRecords } from './records-of.js'

/** `homologa contract --write --fault page-repeated` */
export const pageRepeated = fault({
  name: 'page-repeated',
  breaks: 'lists/page',
  description: {
    en: 'every page ends in the same record',
    'pt-BR': 'todas as páginas terminam no mesmo registro',
  },
  where: onRoutes((route, moment) => isPagedList(route) && queryOf(moment).has('pagina')),
  change: (answer) =>
    withRecords(answer, (records) =>
      records.map((it, i) => (i < records.length - 1 ? it : { ...it, id: 15_000_000_001 })),
    ),
})
