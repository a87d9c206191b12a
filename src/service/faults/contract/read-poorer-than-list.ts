import { fault } from '../fault.js'
import { withData } from '../spoilt.js'
import { onRoutes } from './on-route.js'

/** `homologa contract --write --fault read-poorer-than-list` */
export const readPoorerThanList = fault({
  name: 'read-poorer-than-list',
  breaks: 'lists/summary',
  severity: 'warning',
  description: {
    en: 'single reads show the identifier alone',
    'pt-BR': 'leituras individuais mostram só o identificador',
  },
  where: onRoutes((route) => route.id === 'categorias-lojas/read'),
  change: (answer) => withData(answer, ({ id }) => ({ id })),
})
