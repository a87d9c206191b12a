import { fault } from './fault.js'
import { withJson } from './spoilt.js'

/** `homologa check --fault post-no-data` */
export const postNoData = fault({
  name: 'post-no-data',
  breaks: 'homologation/product-id',
  description: {
    en: 'step 2 answers an object without `data`',
    'pt-BR': 'o passo 2 responde um objeto sem `data`',
  },
  where: 2,
  change: (answer) => withJson(answer, {}),
})
