import { fault } from './fault.js'
import { withData } from './spoilt.js'

/** `homologa check --fault id-text` */
export const idText = fault({
  name: 'id-text',
  breaks: 'homologation/product-id',
  description: {
    en: 'step 2 answers text as the identifier',
    'pt-BR': 'o passo 2 responde texto como identificador',
  },
  where: 2,
  change: (answer) => withData(answer, (data) => ({ ...data, id: String(data.id) })),
})
