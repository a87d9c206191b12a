import { fault } from '../fault.js'
import { withData } from '../spoilt.js'
import { onRoutes } from './on-route.js'

/** `homologa contract --write --fault created-id-zero` */
export const createdIdZero = fault({
  name: 'created-id-zero',
  breaks: 'envelope/created',
  description: {
    en: 'creates answer the identifier 0',
    'pt-BR': 'criações respondem o identificador 0',
  },
  where: onRoutes((route) => route.tabulated && route.success.data === 'created' && route.method === 'POST'),
  change: (answer) => withData(answer, (data) => ({ ...data, id: 0 })),
})
