import { fault } from '../fault.js'
import { withData } from '../spoilt.js'
import { afterWrite } from './after-write.js'

/** `homologa contract --write --fault patch-forgotten` */
export const patchForgotten = fault({
  name: 'patch-forgotten',
  breaks: 'records/patched',
  description: {
    en: 'after PATCH the record holds another value',
    'pt-BR': 'depois do PATCH o registro tem outro valor',
  },
  where: afterWrite((route) => route.id === 'produtos-fornecedores/patch'),
  change: (answer) => withData(answer, (data) => ({ ...data, precoCusto: Number(data.precoCusto) + 1 })),
})
