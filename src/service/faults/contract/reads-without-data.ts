import { fault } from '../fault.js'
import { withChanged } from '../spoilt.js'
import { isRead, onRoutes } from './on-route.js'

/** `homologa contract --write --fault reads-without-data` */
export const readsWithoutData = fault({
  name: 'reads-without-data',
  breaks: 'envelope/data',
  description: {
    en: 'single reads answer the record without `data`',
    'pt-BR': 'leituras individuais respondem o registro sem `data`',
  },
  where: onRoutes((route) => isRead(route) && route.tabulated),
  change: (answer) => withChanged(answer, ({ data }) => data),
})
