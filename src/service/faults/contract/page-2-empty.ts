import { fault } from '../fault.js'
import { onRoutes, queryOf } from './on-route.js'
import { withRecords } from './records-of.js'

/** `homologa contract --write --fault page-2-empty` */
export const page2Empty = fault({
  name: 'page-2-empty',
  breaks: 'lists/page',
  description: {
    en: 'the second page is empty, though records remain',
    'pt-BR': 'a segunda página vem vazia, embora restem registros',
  },
  where: onRoutes((route, moment) => route.id === 'contatos/list' && queryOf(moment).get('pagina') === '2'),
  change: (answer) => withRecords(answer, () => []),
})
