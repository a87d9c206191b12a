import { fault } from '../fault.js'
import { withStatus } from '../spoilt.js'
import { afterWrite } from './after-write.js'

/** `homologa contract --write --fault removed-410` */
export const removed410 = fault({
  name: 'removed-410',
  breaks: 'records/deleted',
  description: {
    en: 'deleted records answer 410',
    'pt-BR': 'registros excluídos respondem 410',
  },
  where: afterWrite((route) => route.method === 'DELETE'),
  change: (answer) => withStatus(answer, 410),
})
