import { fault } from '../fault.js'
import { withData } from '../spoilt.js'
import { isRead, onRoutes } from './on-route.js'

/** `homologa contract --write --fault reads-in-array` */
export const readsInArray = fault({
  name: 'reads-in-array',
  breaks: 'envelope/data',
  description: {
    en: 'single reads answer an array',
    'pt-BR': 'leituras individuais respondem um array',
  },
  where: onRoutes((route) => isRead(route) && route.tabulated),
  change: (answer) => withData(answer, (data) => [data]),
})
