import { fault } from './fault.js'
import { withChanged } from './spoilt.js'

/** `homologa check --fault unwrapped-data` */
export const unwrappedData = fault({
  name: 'unwrapped-data',
  breaks: 'homologation/product-data',
  description: {
    en: 'step 1 answers the product without the envelope `data`',
    'pt-BR': 'o passo 1 responde o produto sem o envelope `data`',
  },
  where: 1,
  change: (answer) => withChanged(answer, ({ data }) => data),
})
