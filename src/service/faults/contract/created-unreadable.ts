import { fault } from '../fault.js'
import { withStatus } from '../spoilt.js'
import { afterWrite } from './after-write.js'

/** `homologa contract --write --fault created-unreadable` */
export const createdUnreadable = fault({
  name: 'created-unreadable',
  breaks: 'records/created-readable',
  description: {
    en: 'what was created is unknown when read',
    'pt-BR': 'o que foi criado é desconhecido na leitura',
  },
  where: afterWrite((route) => route.success.data === 'created' && route.method === 'POST'),
  change: (answer) => withStatus(answer, 404),
})
