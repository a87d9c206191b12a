import { fault } from './fault.js'
import { withData } from './spoilt.js'

/** `homologa check --fault data-null` */
export const dataNull = fault({
  name: 'data-null',
  breaks: 'homologation/product-data',
  description: {
    en: 'step 1 answers `data` as null',
    'pt-BR': 'o passo 1 responde `data` nulo',
  },
  where: 1,
  change: (answer) => withData(answer, () => null),
})
