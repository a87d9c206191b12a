import { fault } from '../fault.js'
import { onRoutes, queryOf } from './on-route.js'
import { type ListedRecord, withRecords } from './records-of.js'
import { remembered } from './remembered.js'

const last = remembered<readonly ListedRecord[]>()

/** `homologa contract --write --fault page-beyond-repeats` */
export const pageBeyondRepeats = fault({
  name: 'page-beyond-repeats',
  breaks: 'lists/page',
  description: {
    en: 'pages beyond the end repeat the last one',
    'pt-BR': 'páginas além do fim repetem a última',
  },
  where: onRoutes((route, moment) => route.id === 'contatos/list' && queryOf(moment).has('pagina')),
  change: (answer, moment) =>
    withRecords(answer, (records) => {
      if (records.length === 0) return last.get(moment, moment.place) ?? []
      last.set(moment, moment.place, records)
      return records
    }),
})
