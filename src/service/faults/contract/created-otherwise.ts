import { fault } from '../fault.js'
import { withData } from '../spoilt.js'
import { afterWrite } from './after-write.js'
import { withOldTexts } from './records-of.js'

/** `homologa contract --write --fault created-otherwise` */
export const createdOtherwise = fault({
  name: 'created-otherwise',
  breaks: 'records/created-readable',
  description: {
    en: 'what was created is read with other values',
    'pt-BR': 'o que foi criado é lido com outros valores',
  },
  where: afterWrite((route) => route.method === 'POST' && route.id === 'categorias-lojas/create'),
  change: (answer) => withData(answer, withOldTexts),
})
