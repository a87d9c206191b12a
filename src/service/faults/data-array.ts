import { fault } from './fault.js'
import { withData } from './spoilt.js'

/** `homologa check --fault data-array` */
export const dataArray = fault({
  name: 'data-array',
  breaks: 'homologation/product-data',
  description: {
    en: 'step 1 answers `data` as an array',
    'pt-BR': 'o passo 1 responde `data` como lista',
  },
  where: 1,
  change: (answer) => withData(answer, (data) => [data]),
})
