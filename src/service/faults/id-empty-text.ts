import { fault } from './fault.js'
import { withData } from './spoilt.js'

/** `homologa check --fault id-empty-text` */
export const idEmptyText = fault({
  name: 'id-empty-text',
  breaks: 'homologation/product-id',
  description: {
    en: 'step 2 answers an empty text as the identifier',
    'pt-BR': 'o passo 2 responde texto vazio como identificador',
  },
  where: 2,
  change: (answer) => withData(answer, (data) => ({ ...data, id: '' })),
})
