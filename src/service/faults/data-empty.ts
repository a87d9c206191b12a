import { fault } from './fault.js'
import { withData } from './spoilt.js'

/** `homologa check --fault data-empty` */
export const dataEmpty = fault({
  name: 'data-empty',
  breaks: 'homologation/product-data',
  description: {
    en: 'step 1 answers `data` as an object without fields',
    'pt-BR': 'o passo 1 responde `data` sem campos',
  },
  where: 1,
  change: (answer) => withData(answer, () => ({})),
})
