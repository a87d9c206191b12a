import { fault } from './fault.js'
import { withData } from './spoilt.js'

/** `homologa check --fault id-elsewhere` */
export const idElsewhere = fault({
  name: 'id-elsewhere',
  breaks: 'homologation/product-id',
  description: {
    en: 'step 2 answers the identifier under another name',
    'pt-BR': 'o passo 2 responde o identificador com outro nome',
  },
  where: 2,
  change: (answer) => withData(answer, ({ id, ...data }) => ({ ...data, identificador: id })),
})
