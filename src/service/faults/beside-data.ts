import { fault } from './fault.js'
import { withChanged } from './spoilt.js'

/** `homologa check --fault beside-data` */
export const besideData = fault({
  name: 'beside-data',
  breaks: 'envelope/data',
  description: {
    en: 'step 1 answers a second property beside `data`',
    'pt-BR': 'o passo 1 responde outra propriedade ao lado de `data`',
  },
  where: 1,
  change: (answer) => withChanged(answer, (value) => ({ ...value, sucesso: true })),
})
