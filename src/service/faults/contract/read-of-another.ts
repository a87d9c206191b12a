import { fault } from '../fault.js'
import { withData } from '../spoilt.js'
import { isRead, onRoutes } from './on-route.js'

/** `homologa contract --write --fault read-of-another` */
export const readOfAnother = fault({
  name: 'read-of-another',
  breaks: 'records/same-identifier',
  description: {
    en: 'single reads answer another record',
    'pt-BR': 'leituras individuais respondem outro registro',
  },
  where: onRoutes((route) => isRead(route) && route.id !== 'anuncios/read-category'),
  change: (answer) => withData(answer, (data) => ({ ...data, id: 15_000_000_001 })),
})
