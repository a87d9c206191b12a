import { fault } from '../fault.js'
import { withData } from '../spoilt.js'
import { afterWrite } from './after-write.js'

/** `homologa contract --write --fault situation-forgotten` */
export const situationForgotten = fault({
  name: 'situation-forgotten',
  breaks: 'records/patched',
  severity: 'warning',
  description: {
    en: 'the change of a contact’s situation is accepted, and changes nothing',
    'pt-BR': 'a mudança de situação de um contato é aceita e não muda nada',
  },
  where: afterWrite((route) => route.id === 'contatos/set-situation'),
  change: (answer) => withData(answer, (data) => ({ ...data, situacao: 'A' })),
})
