import { fault } from '../fault.js'
import { withData } from '../spoilt.js'
import { onRoutes } from './on-route.js'

/** `homologa contract --write --fault read-without-id` */
export const readWithoutId = fault({
  name: 'read-without-id',
  breaks: 'records/same-identifier',
  description: {
    en: 'single reads do not show the identifier',
    'pt-BR': 'leituras individuais não mostram o identificador',
  },
  where: onRoutes((route) => route.id === 'borderos/read'),
  change: (answer) => withData(answer, ({ id: _, ...rest }) => rest),
})
