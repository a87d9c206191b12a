import { fault } from '../fault.js'
import { withData } from '../spoilt.js'
import { afterWrite } from './after-write.js'

/** `homologa contract --write --fault patch-changes-more` */
export const patchChangesMore = fault({
  name: 'patch-changes-more',
  breaks: 'records/patched',
  description: {
    en: 'PATCH changes the code, too',
    'pt-BR': 'o PATCH muda também o código',
  },
  where: afterWrite((route) => route.id === 'produtos-fornecedores/patch'),
  change: (answer) => withData(answer, (data) => ({ ...data, codigo: 'outro' })),
})
