import { fault } from './fault.js'
import { withData } from './spoilt.js'

/** `homologa check --fault no-id` */
export const noId = fault({
  name: 'no-id',
  breaks: 'homologation/product-id',
  description: {
    en: 'step 2 answers without the identifier',
    'pt-BR': 'o passo 2 responde sem o identificador',
  },
  where: 2,
  change: (answer) => withData(answer, ({ id: _, ...data }) => data),
})
