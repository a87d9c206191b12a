import { noContent } from '../../answer.js'
import { fault } from '../fault.js'
import { onRoutes } from './on-route.js'

/** `homologa contract --write --fault removed-twice` */
export const removedTwice = fault({
  name: 'removed-twice',
  breaks: 'errors/unknown-record',
  description: {
    en: 'what is gone can be deleted again',
    'pt-BR': 'o que já foi excluído pode ser excluído de novo',
  },
  where: onRoutes((route) => route.method === 'DELETE' && route.path.endsWith('}') && route.tabulated, [404]),
  change: () => noContent(),
})
