import { fault } from '../fault.js'
import { isPagedList, onRoutes, queryOf } from './on-route.js'
import { lengthened, withRecords } from './records-of.js'

/** `homologa contract --write --fault limit-ignored` */
export const limitIgnored = fault({
  name: 'limit-ignored',
  breaks: 'lists/limit',
  description: {
    en: 'pages hold one record more than `limite`',
    'pt-BR': 'páginas têm um registro a mais que `limite`',
  },
  where: onRoutes((route, moment) => isPagedList(route) && queryOf(moment).has('limite')),
  change: (answer, moment) =>
    withRecords(answer, (records) => lengthened(records, Number(queryOf(moment).get('limite')))),
})
