import { fault } from '../fault.js'
import { withData } from '../spoilt.js'
import { onRoutes } from './on-route.js'

/** `homologa contract --write --fault created-without-id` */
export const createdWithoutId = fault({
  name: 'created-without-id',
  breaks: 'envelope/created',
  description: {
    en: 'creates answer no identifier',
    'pt-BR': 'criações não respondem o identificador',
  },
  where: onRoutes((route) => route.tabulated && route.success.data === 'created' && route.method === 'POST'),
  change: (answer) => withData(answer, ({ id: _, ...rest }) => rest),
})
