import { fault } from '../fault.js'
import { withData } from '../spoilt.js'
import { onRoutes } from './on-route.js'

/** `homologa contract --write --fault read-empty` */
export const readEmpty = fault({
  name: 'read-empty',
  breaks: 'records/same-identifier',
  description: {
    en: 'single reads answer an empty object',
    'pt-BR': 'leituras individuais respondem um objeto vazio',
  },
  where: onRoutes((route) => route.id === 'borderos/read'),
  change: (answer) => withData(answer, () => ({})),
})
