import { fault } from './fault.js'
import { withData } from './spoilt.js'

/** `homologa check --fault data-text` */
export const dataText = fault({
  name: 'data-text',
  breaks: 'homologation/product-data',
  description: {
    en: 'step 1 answers `data` as text that holds JSON',
    'pt-BR': 'o passo 1 responde `data` como texto com JSON dentro',
  },
  where: 1,
  change: (answer) => withData(answer, (data) => JSON.stringify(data)),
})
