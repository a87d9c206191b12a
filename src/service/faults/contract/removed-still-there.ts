import { fault } from '../fault.js'
import { withJson } from '../spoilt.js'
import { afterWrite } from './after-write.js'

/** `homologa contract --write --fault removed-still-there` */
export const removedStillThere = fault({
  name: 'removed-still-there',
  breaks: 'records/deleted',
  description: {
    en: 'deleted records are still answered',
    'pt-BR': 'registros excluídos ainda são respondidos',
  },
  where: afterWrite((route) => route.method === 'DELETE'),
  change: (answer) => ({ ...withJson(answer, { data: {} }), status: 200 }),
})
