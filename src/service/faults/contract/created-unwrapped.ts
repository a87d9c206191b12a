import { fault } from '../fault.js'
import { withChanged } from '../spoilt.js'
import { onRoutes } from './on-route.js'

/** `homologa contract --write --fault created-unwrapped` */
export const createdUnwrapped = fault({
  name: 'created-unwrapped',
  breaks: 'envelope/created',
  description: {
    en: 'creates answer the identifier without `data`',
    'pt-BR': 'criações respondem o identificador sem `data`',
  },
  where: onRoutes((route) => route.tabulated && route.success.data === 'created' && route.method === 'POST'),
  change: (answer) => withChanged(answer, ({ data }) => data),
})
