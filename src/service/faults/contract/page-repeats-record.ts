import { fault } from '../fault.js'
import { onRoutes, queryOf } from './on-route.js'
import { withRecords } from './records-of.js'

/** `homologa contract --write --fault page-repeats-record` */
export const pageRepeatsRecord = fault({
  name: 'page-repeats-record',
  breaks: 'lists/page',
  description: {
    en: 'the first page holds its first record twice',
    'pt-BR': 'a primeira página traz o seu primeiro registro duas vezes',
  },
  where: onRoutes((route, moment) => route.id === 'contatos/list' && queryOf(moment).get('pagina') === '1'),
  change: (answer) =>
    withRecords(answer, ([first, ...rest]) => (first ? [first, first, ...rest.slice(1)] : [])),
})
