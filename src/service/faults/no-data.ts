import { fault } from './fault.js'
import { withJson } from './spoilt.js'

/** `homologa check --fault no-data` */
export const noData = fault({
  name: 'no-data',
  breaks: 'homologation/product-data',
  description: {
    en: 'step 1 answers an object without `data`',
    'pt-BR': 'o passo 1 responde um objeto sem `data`',
  },
  where: 1,
  change: (answer) => withJson(answer, {}),
})
