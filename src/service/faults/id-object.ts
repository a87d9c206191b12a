import { fault } from './fault.js'
import { withData } from './spoilt.js'

/** `homologa check --fault id-object` */
export const idObject = fault({
  name: 'id-object',
  breaks: 'homologation/product-id',
  description: {
    en: 'step 2 answers an object as the identifier',
    'pt-BR': 'o passo 2 responde objeto como identificador',
  },
  where: 2,
  change: (answer) => withData(answer, (data) => ({ ...data, id: { valor: data.id } })),
})
