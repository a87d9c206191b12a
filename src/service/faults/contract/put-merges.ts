import { fault } from '../fault.js'
import { withData } from '../spoilt.js'
import { onRoutes } from './on-route.js'
import type { ListedRecord } from './records-of.js'
import { remembered } from './remembered.js'

const shown = remembered<ListedRecord>()

/** `homologa contract --write --fault put-merges` */
export const putMerges = fault({
  name: 'put-merges',
  breaks: 'records/replaced',
  severity: 'warning',
  description: {
    en: 'after PUT the record still shows what PUT left out',
    'pt-BR': 'depois do PUT o registro ainda mostra o que o PUT deixou de fora',
  },
  where: onRoutes((route) => route.id === 'produtos/read'),
  change: (answer, moment) =>
    withData(answer, (data) => {
      const before = shown.get(moment, moment.place) ?? {}
      const merged = { ...before, ...data, ...keptOf(before, data) }
      shown.set(moment, moment.place, merged)
      return merged
    }),
})

/** What was there before and is empty now. */
function keptOf(before: ListedRecord, now: ListedRecord): ListedRecord {
  return Object.fromEntries(Object.entries(before).filter(([name]) => isEmpty(now[name])))
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.values(value).every(isEmpty) : !value
}
