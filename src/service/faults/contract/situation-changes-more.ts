import { fault } from '../fault.js'
import { withData } from '../spoilt.js'
import { afterWrite } from './after-write.js'

/** `homologa contract --write --fault situation-changes-more` */
export const situationChangesMore = fault({
  name: 'situation-changes-more',
  breaks: 'records/patched',
  description: {
    en: 'the change of situation changes the name, too',
    'pt-BR': 'a mudança de situação muda também o nome',
  },
  where: afterWrite((route) => route.id === 'campos-customizados/set-situation'),
  change: (answer) => withData(answer, (data) => ({ ...data, nome: 'outro' })),
})
